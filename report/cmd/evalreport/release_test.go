package main

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"github.com/extracteval/extracteval/testdata/effort"
)

// A checkout is a clone of this repository with the files as they are now, in one commit with a tag.
type checkout struct {
	dir string
	env []string
}

func tagged(t *testing.T, tag string) checkout {
	t.Helper()
	needs(t, "bash", "git", "tar", "gzip", "sha256sum")
	c := checkout{t.TempDir(), append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com", "GOFLAGS=-mod=readonly")}
	files, err := exec.Command("git", "-C", "../../..", "ls-files", "-z", "--", ":!report/internal/render/readers", ":!testdata/invoices").Output()
	require.NoError(t, err)
	for name := range strings.SplitSeq(strings.TrimRight(string(files), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join("../../..", name))
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(c.dir, name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(c.dir, name), text, 0o777))
	}
	c.run(t, "git", "init", "-q")
	c.run(t, "git", "add", "-A")
	c.run(t, "git", "commit", "-qm", "a release")
	c.run(t, "git", "tag", tag)
	return c
}

// run runs a program in the checkout, and returns its standard output.
func (c checkout) run(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = c.dir, c.env
	var errors strings.Builder
	cmd.Stderr = &errors
	output, err := cmd.Output()
	require.NoError(t, err, "%s %s\n%s%s", program, strings.Join(args, " "), output, errors.String())
	return string(output)
}

// The archives and wheels of a release are those of its tag, and the program says so.
func TestTheRelease(t *testing.T) {
	effort.NeedsAll(t)
	c, out := tagged(t, "v0.1.7"), t.TempDir()
	target := runtime.GOOS + "/" + runtime.GOARCH
	c.env = append(c.env, "TARGETS="+target, "SBOM=off")
	c.run(t, ".ci/release", out)
	archive := "evalreport_v0.1.7_" + strings.ReplaceAll(target, "/", "_") + ".tar.gz"
	wheels, err := filepath.Glob(filepath.Join(out, "evalreport-0.1.7-py3-none-*.whl"))
	require.NoError(t, err)
	require.Len(t, wheels, 1)
	found, err := filepath.Glob(filepath.Join(out, "*"))
	require.NoError(t, err)
	assert.Equal(t, []string{filepath.Join(out, "SHA256SUMS"), wheels[0], filepath.Join(out, archive)}, found)
	sums, err := os.ReadFile(filepath.Join(out, "SHA256SUMS"))
	require.NoError(t, err)
	for _, name := range []string{archive, filepath.Base(wheels[0])} {
		assert.True(t, slices.ContainsFunc(strings.Split(string(sums), "\n"), func(line string) bool { return strings.HasSuffix(line, "  "+name) }), "%s", sums)
	}
	version := "evalreport v0.1.7 " + runtime.Version() + " " + target + ","
	t.Run("archive", func(t *testing.T) {
		c.run(t, "tar", "-xzf", filepath.Join(out, archive), "-C", out)
		assert.Contains(t, c.run(t, filepath.Join(out, "evalreport"), "version"), version)
	})
	t.Run("wheel", func(t *testing.T) {
		text, err := os.ReadFile(wheels[0])
		require.NoError(t, err)
		again := t.TempDir()
		c.run(t, "go", "run", ".ci/wheel.go", "v0.1.7", target, filepath.Join(out, "evalreport"), again)
		repeated, err := os.ReadFile(filepath.Join(again, filepath.Base(wheels[0])))
		require.NoError(t, err)
		assert.True(t, string(text) == string(repeated), "the same binary gives the same wheel")
		checkWheel(t, wheels[0])
	})
	t.Run("pip", func(t *testing.T) {
		python, err := exec.LookPath("python3")
		if err != nil {
			t.Skip(err)
		}
		venv := filepath.Join(t.TempDir(), "venv")
		if output, err := exec.Command(python, "-m", "venv", venv).CombinedOutput(); err != nil {
			t.Skipf("python3 -m venv: %v\n%s", err, output)
		}
		c.run(t, filepath.Join(venv, "bin", "pip"), "install", "-q", "--no-index", "--disable-pip-version-check", wheels[0])
		assert.Contains(t, c.run(t, filepath.Join(venv, "bin", "evalreport"), "version"), version)
	})
}

// checkWheel checks a wheel as the specification of binary distributions has it: RECORD has each file with its hash and length.
func checkWheel(t *testing.T, file string) {
	t.Helper()
	archive, err := zip.OpenReader(file)
	require.NoError(t, err)
	defer archive.Close()
	texts := map[string]string{}
	for _, f := range archive.File {
		r, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		texts[f.Name] = string(text)
		assert.Equal(t, f.Name == "evalreport-0.1.7.data/scripts/evalreport", f.Mode()&0o111 != 0, f.Name)
	}
	const info = "evalreport-0.1.7.dist-info/"
	var record []string
	for line := range strings.Lines(texts[info+"RECORD"]) {
		name, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ",")
		record = append(record, name)
		if name == info+"RECORD" {
			assert.Equal(t, ",", rest)
			continue
		}
		sum := sha256.Sum256([]byte(texts[name]))
		assert.Equal(t, fmt.Sprintf("sha256=%s,%d", base64.RawURLEncoding.EncodeToString(sum[:]), len(texts[name])), rest, name)
	}
	assert.Equal(t, []string{"evalreport-0.1.7.data/scripts/evalreport", info + "licenses/LICENSE", info + "METADATA", info + "WHEEL", info + "RECORD"}, record)
	assert.Len(t, texts, len(record))
	assert.True(t, strings.HasPrefix(texts[info+"METADATA"], "Metadata-Version: 2.4\nName: evalreport\nVersion: 0.1.7\n"), texts[info+"METADATA"])
	var tags []string
	for tag := range strings.SplitSeq(strings.TrimSuffix(filepath.Base(file), ".whl")[len("evalreport-0.1.7-py3-none-"):], ".") {
		tags = append(tags, "Tag: py3-none-"+tag)
	}
	assert.Equal(t, strings.Join(tags, "\n")+"\n", texts[info+"WHEEL"][strings.Index(texts[info+"WHEEL"], "Tag: "):])
}

// Somebody gets each module by go install and go get, from a proxy that has them as the release tags them.
func TestTheModulesOfTheRelease(t *testing.T) {
	effort.NeedsAll(t)
	const module = "github.com/extracteval/extracteval"
	released := []string{"evaltest/judge", "evaltest/proto", "metrics/compare/phone", "report/beam"}
	version := fmt.Sprintf("v0.1.7-rc.%d", time.Now().UnixNano()) // which the cache of modules has never had
	c, proxy := tagged(t, version), t.TempDir()
	publish := func(ref, dir string, without ...string) {
		name := path.Join(module, dir)
		folder := filepath.Join(proxy, name, "@v")
		require.NoError(t, os.MkdirAll(folder, 0o777))
		c.run(t, "git", append([]string{"archive", "--format=zip", "--prefix=" + name + "@" + version + "/", "-o", filepath.Join(folder, version+".zip"), ref + ":" + dir, "."}, without...)...)
		text := c.run(t, "git", "show", ref+":"+path.Join(dir, "go.mod"))
		require.NoError(t, os.WriteFile(filepath.Join(folder, version+".mod"), []byte(text), 0o666))
		require.NoError(t, os.WriteFile(filepath.Join(folder, version+".info"), []byte(`{"Version":"`+version+`"}`), 0o666))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "list"), []byte(version+"\n"), 0o666))
		assert.Equal(t, dir != "", strings.Contains(text, "\t"+module+" "+version+"\n"), text)
		assert.NotContains(t, text, "replace")
	}
	cache := strings.TrimSpace(c.run(t, "go", "env", "GOMODCACHE"))
	t.Cleanup(func() {
		for _, dir := range append([]string{""}, released...) {
			name := path.Join(module, dir)
			files, err := filepath.Glob(filepath.Join(cache, "cache", "download", name, "@v", version+".*"))
			require.NoError(t, err)
			for _, file := range append(files, filepath.Join(cache, name+"@"+version)) {
				require.NoError(t, os.RemoveAll(file))
			}
		}
	})
	var nested []string
	for name := range strings.FieldsSeq(c.run(t, "git", "ls-files", "*/go.mod")) {
		nested = append(nested, ":!"+path.Dir(name))
	}
	publish(version, "", nested...)

	proxies := strings.TrimSpace(c.run(t, "go", "env", "GOPROXY"))
	c.env = append(c.env, "GOPROXY=file://"+proxy+","+proxies, "GONOSUMDB="+module, "GOFLAGS=-modcacherw")
	tags := c.run(t, ".ci/modules", version)
	assert.Equal(t, strings.Join(released, "/"+version+"\n")+"/"+version+"\n", tags)
	assert.Empty(t, c.run(t, "git", "status", "--porcelain"))
	for _, dir := range released {
		publish(dir+"/"+version, dir)
	}

	// Nothing is compiled, which would take a minute: -n and list find what go install and go build would refuse.
	c.dir = t.TempDir() // outside of the module
	c.env = append(c.env, "GOPROXY=file://"+proxy+",file://"+cache+"/cache/download", "GOSUMDB=off")
	for _, command := range []string{"report/cmd/evalreport", "report/beam/cmd/evalbeam"} {
		c.run(t, "go", "install", "-n", module+"/"+command+"@"+version)
	}

	c.run(t, "go", "mod", "init", "example.com/service")
	program := "package service\n"
	get := []string{"get"}
	for _, dir := range released[:3] {
		program += "import _ \"" + module + "/" + dir + "\"\n"
		get = append(get, module+"/"+dir+"@"+version)
	}
	require.NoError(t, os.WriteFile(filepath.Join(c.dir, "service.go"), []byte(program), 0o666))
	c.run(t, "go", get...)
	c.run(t, "go", "list", "-deps", "./...")
}

// A workflow runs one version of the actions and includes: the one that CHANGELOG.md begins with. Its tag is made with the commit.
func TestActionsAreOfTheNewestVersion(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("../../..", name))
		require.NoError(t, err)
		return string(text)
	}
	version := regexp.MustCompile(`(?m)^## (v\S+)`).FindStringSubmatch(read("CHANGELOG.md"))[1]
	ref := regexp.MustCompile(`extracteval/extracteval/(?:\.github/actions/\w+@(\S+)|(\S+)/\.gitlab/)`)
	for _, name := range []string{"README.md", ".github/actions/score/action.yml", ".github/actions/report/action.yml", ".gitlab/score.yml", ".gitlab/report.yml"} {
		found := ref.FindAllStringSubmatch(read(name), -1)
		assert.NotEmpty(t, found, name)
		for _, f := range found {
			assert.Equal(t, version, f[1]+f[2], name)
		}
	}
}

// The tag of an action can be moved to other code, a commit cannot: each action of others is pinned to one, the same everywhere.
func TestActionsOfOthersArePinned(t *testing.T) {
	var files []string
	for _, pattern := range []string{"workflows/*.yml", "actions/*/action.yml"} {
		found, err := filepath.Glob(filepath.Join("../../../.github", pattern))
		require.NoError(t, err)
		require.NotEmpty(t, found)
		files = append(files, found...)
	}
	pinned := regexp.MustCompile(`^([\w/.-]+)@([0-9a-f]{40} # v\d+\.\d+\.\d+)$`)
	commits := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, use := range regexp.MustCompile(`(?m)^ *(?:- )?uses: +(.*)$`).FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(use[1], ourAction) {
				continue
			}
			parts := pinned.FindStringSubmatch(use[1])
			if assert.NotNil(t, parts, "%s: %s: want ACTION@COMMIT # VERSION", file, use[1]) {
				if commit, ok := commits[parts[1]]; ok {
					assert.Equal(t, commit, parts[2], "%s: %s", file, parts[1])
				}
				commits[parts[1]] = parts[2]
			}
		}
	}
	assert.Len(t, commits, 5, "checkout, setup-go, upload-artifact, attest-build-provenance, gh-action-pypi-publish")
}

// Updates are looked for in every module.
func TestDependabotHasEveryModule(t *testing.T) {
	var config struct {
		Updates []struct {
			Ecosystem   string `yaml:"package-ecosystem"`
			Directories []string
		}
	}
	text, err := os.ReadFile("../../../.github/dependabot.yml")
	require.NoError(t, err)
	require.NoError(t, yaml.Unmarshal(text, &config))
	files, err := exec.Command("git", "-C", "../../..", "ls-files", "go.mod", "*/go.mod").Output()
	if err != nil {
		t.Skipf("git ls-files: %v", err)
	}
	var modules []string
	for file := range strings.FieldsSeq(string(files)) {
		modules = append(modules, path.Dir("/"+file))
	}
	require.Equal(t, "gomod", config.Updates[0].Ecosystem)
	assert.ElementsMatch(t, modules, config.Updates[0].Directories)
}
