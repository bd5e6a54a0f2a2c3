module ayosolve

go 1.26
