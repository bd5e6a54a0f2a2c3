package egdb_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
	"ayosolve/egdb"
)

// smallDisk mounts a file system of some bytes in memory until the test ends.
func smallDisk(t *testing.T, size int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		t.Skip("a file system can be mounted by root alone: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func resize(t *testing.T, dir string, size int) {
	t.Helper()
	if err := syscall.Mount("none", dir, "tmpfs", syscall.MS_REMOUNT, fmt.Sprintf("size=%d", size)); err != nil {
		t.Fatal(err)
	}
}

// noRoom reports whether an error says that the disk is full, in one line.
func noRoom(err error) bool {
	return (errors.Is(err, egdb.ErrSpace) || errors.Is(err, syscall.ENOSPC)) && !strings.Contains(err.Error(), "\n")
}

// TestDiskFull: where a layer finds no room the build ends with a word about it, what
// was finished stays good, and with more room it goes on.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	r := boardtest.Preset(t, "oware")
	dir := smallDisk(t, 400<<10)
	for _, checkpoint := range []time.Duration{0, time.Millisecond} {
		o := tablesTo(10)
		o.Checkpoint = checkpoint
		err := egdb.BuildStored(context.Background(), dir, r, o)
		if !noRoom(err) {
			t.Fatalf("BuildStored = %v, want ErrSpace or ENOSPC", err)
		}
		t.Log(err)
		db := opened(t, dir, r)
		if last := db.MaxSeeds(); last < 6 || last > 9 {
			t.Errorf("%d layers are finished", last+1)
		}
		mustVerify(t, dir, r, egdb.VerifyOptions{Full: true})
		if left, _ := filepath.Glob(filepath.Join(dir, r.Name(), "building-*")); left != nil {
			t.Errorf("%v is left", left)
		}
	}
	resize(t, dir, 64<<20)
	mustBuild(t, dir, r, tablesTo(9))
	sameTables(t, r, dir, template(t, r, tablesTo(9)))
}

// TestDiskFillsUp: while layers are written somebody else fills the disk, again and
// again, to the last byte. The build in a process of its own must never come to more
// than an error.
func TestDiskFillsUp(t *testing.T) {
	t.Parallel()
	boardtest.Slow(t)
	r := boardtest.Preset(t, "oware")
	dir := smallDisk(t, 4<<20)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		rng := rand.New(rand.NewPCG(1, 1))
		for {
			fillUp(filepath.Join(dir, "hog"))
			time.Sleep(time.Millisecond * time.Duration(rng.IntN(20)))
			os.Remove(filepath.Join(dir, "hog"))
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond * time.Duration(rng.IntN(60))):
			}
		}
	}()
	fulls := 0
	for n := 4; n <= 9; n++ {
		for try := 0; ; try++ {
			if try == 15 {
				// Too unlucky: let it through.
				select {
				case <-stop:
				default:
					close(stop)
				}
				<-stopped
			}
			cmd := childProcess(t, childTask{
				Do: "build", Dir: dir, Rules: r.Name(),
				Options: childOptions{Seeds: n, Bounds: true, Checkpoint: time.Millisecond},
			})
			out, _ := runFor(t, cmd, time.Minute)
			if cmd.ProcessState.Success() {
				break
			}
			if cmd.ProcessState.ExitCode() != 1 || strings.Count(out, "\n") != 1 ||
				!strings.Contains(out, egdb.ErrSpace.Error()) && !strings.Contains(out, syscall.ENOSPC.Error()) {
				t.Fatalf("%v: %s", cmd.ProcessState, out)
			}
			fulls++
		}
	}
	select {
	case <-stop:
	default:
		close(stop)
	}
	<-stopped
	t.Logf("the disk was full %d times", fulls)
	sameTables(t, r, dir, template(t, r, tablesTo(9)))
	mustVerify(t, dir, r, egdb.VerifyOptions{Full: true})
}

// fillUp writes a file for as long as there is room.
func fillUp(file string) {
	f, err := os.Create(file)
	if err != nil {
		return
	}
	defer f.Close()
	for _, size := range []int{1 << 20, 1 << 12} {
		data := make([]byte, size)
		for err == nil {
			_, err = f.Write(data)
		}
		err = nil
	}
}

// TestReadOnly: tables on a file system that can't be written are read, and a build
// there is one error.
func TestReadOnly(t *testing.T) {
	r := boardtest.Preset(t, "oware")
	dir := t.TempDir()
	if err := syscall.Mount(template(t, r, tablesTo(7)), dir, "", syscall.MS_BIND, ""); err != nil {
		t.Skip("a file system can be mounted by root alone: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, ""); err != nil {
		t.Skip("a file system can be mounted by root alone: ", err)
	}
	checkProbes(t, opened(t, dir, r), shared(t, r), 7, true)
	mustVerify(t, dir, r, egdb.VerifyOptions{Full: true})
	if n, err := opened(t, dir, r).Load(context.Background(), 7, 1<<30, 2); n != 7 || err != nil {
		t.Errorf("Load = %d, %v", n, err)
	}
	if err := egdb.BuildStored(context.Background(), dir, r, tablesTo(8)); !errors.Is(err, syscall.EROFS) {
		t.Errorf("BuildStored = %v, want EROFS", err)
	}
	if _, err := egdb.Import(context.Background(), dir, r, strings.NewReader(""), 1); !errors.Is(err, syscall.EROFS) {
		t.Errorf("Import = %v, want EROFS", err)
	}
}

// TestFileInTheWay: where a folder should be is a file.
func TestFileInTheWay(t *testing.T) {
	r := boardtest.Preset(t, "ayoayo")
	file := func(path ...string) string {
		name := filepath.Join(path...)
		if err := os.WriteFile(name, []byte("a file"), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	parent, layer := t.TempDir(), copied(t, r, valuesTo(3))
	file(parent, r.Name())
	file(layer, r.Name(), "layer-04")
	for what, dir := range map[string]string{
		"the folder of all tables": file(t.TempDir(), "tables"), "the folder of the rules": parent, "a layer": layer,
	} {
		if err := egdb.BuildStored(context.Background(), dir, r, valuesTo(5)); err == nil {
			t.Errorf("%s is a file: BuildStored = nil", what)
		} else {
			t.Log(err)
		}
		db, err := egdb.Open(dir, r)
		if err == nil {
			_, err = db.Probe(bitboard.Unrank(4, 0))
			db.Close()
		}
		if err == nil {
			t.Errorf("%s is a file: a probe found something", what)
		}
	}
	mustVerify(t, copied(t, r, valuesTo(3)), r, egdb.VerifyOptions{})
}
