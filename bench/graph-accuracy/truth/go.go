// Every call of a Go module with what go/types says it calls: the truth that unseen.ts judges by.
// go run go.go REPOSITORY prints lines of {path, line, column, targets, isInterface}; lines and columns from 0.
// Packages outside the module are empty: of what they give nothing is said.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

type site struct {
	Path        string   `json:"path"`
	Line        int      `json:"line"`
	Column      int      `json:"column"`
	Targets     []string `json:"targets"`
	IsInterface bool     `json:"isInterface"`
}

var (
	fset    = token.NewFileSet()
	root    string
	modules = map[string]string{}
	done    = map[string]*types.Package{}
	std     = importer.ForCompiler(fset, "source", nil)
	out     = json.NewEncoder(os.Stdout)
)

type ours struct{}

func folderOf(path string) string {
	best, folder := "", ""
	for name, dir := range modules {
		if (path == name || strings.HasPrefix(path, name+"/")) && len(name) > len(best) {
			best, folder = name, filepath.Join(dir, strings.TrimPrefix(path, name))
		}
	}
	return folder
}

func (ours) Import(path string) (*types.Package, error) {
	if known, ok := done[path]; ok {
		return known, nil
	}
	if folder := folderOf(path); folder != "" {
		done[path] = types.NewPackage(path, filepath.Base(path))
		files := parse(folder, func(name string) bool { return !strings.HasSuffix(name, "_test.go") })
		if len(files) > 0 {
			done[path] = check(path, files, false)
		}
		return done[path], nil
	}
	if !strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
		if found, err := std.Import(path); err == nil {
			done[path] = found
			return found, nil
		}
	}
	empty := types.NewPackage(path, filepath.Base(path))
	empty.MarkComplete()
	done[path] = empty
	return empty, nil
}

func parse(folder string, wanted func(string) bool) []*ast.File {
	var files []*ast.File
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || !wanted(name) {
			continue
		}
		if match, err := build.Default.MatchFile(folder, name); err != nil || !match {
			continue
		}
		file, _ := parser.ParseFile(fset, filepath.Join(folder, name), nil, parser.SkipObjectResolution)
		if file != nil {
			files = append(files, file)
		}
	}
	return files
}

func check(path string, files []*ast.File, isSaid bool) *types.Package {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	config := types.Config{Importer: ours{}, Error: func(error) {}, FakeImportC: true}
	pkg, _ := config.Check(path, fset, files, info)
	if isSaid {
		for _, file := range files {
			say(file, info)
		}
	}
	return pkg
}

func say(file *ast.File, info *types.Info) {
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		fun := unparen(call.Fun)
		if index, ok := fun.(*ast.IndexExpr); ok {
			fun = index.X
		}
		var name *ast.Ident
		switch one := fun.(type) {
		case *ast.Ident:
			name = one
		case *ast.SelectorExpr:
			name = one.Sel
		}
		if name == nil {
			return true
		}
		object := info.Uses[name]
		if object == nil {
			return true
		}
		if variable, ok := object.(*types.Var); ok && !variable.IsField() && variable.Parent() != variable.Pkg().Scope() {
			return true
		}
		isInterface := false
		if function, ok := object.(*types.Func); ok {
			object = function
			if receiver := function.Type().(*types.Signature).Recv(); receiver != nil {
				isInterface = types.IsInterface(receiver.Type())
			}
		}
		place := fset.Position(name.Pos())
		targets := []string{}
		if object.Pos().IsValid() {
			at := fset.Position(object.Pos())
			if path, err := filepath.Rel(root, at.Filename); err == nil && !strings.HasPrefix(path, "..") {
				targets = append(targets, fmt.Sprintf("%s:%d:%d", path, at.Line-1, at.Column-1))
			}
		}
		path, _ := filepath.Rel(root, place.Filename)
		out.Encode(site{path, place.Line - 1, place.Column - 1, targets, isInterface})
		return true
	})
}

func main() {
	root, _ = filepath.Abs(os.Args[1])
	root, _ = filepath.EvalSymlinks(root)
	pattern := regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`)
	var folders []string
	filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if entry.IsDir() && (entry.Name() == "vendor" || entry.Name() == ".git" || entry.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if entry.IsDir() {
			folders = append(folders, path)
		}
		if entry.Name() == "go.mod" {
			text, _ := os.ReadFile(path)
			if found := pattern.FindSubmatch(text); found != nil {
				modules[string(found[1])] = filepath.Dir(path)
			}
		}
		return nil
	})
	for _, folder := range folders {
		path := importPath(folder)
		all := parse(folder, func(string) bool { return true })
		groups := map[string][]*ast.File{}
		for _, file := range all {
			groups[file.Name.Name] = append(groups[file.Name.Name], file)
		}
		for name, files := range groups {
			own := path
			if strings.HasSuffix(name, "_test") {
				own += "_test"
			}
			check(own, files, true)
		}
	}
}

func importPath(folder string) string {
	best, path := "", folder
	for name, dir := range modules {
		if rest, err := filepath.Rel(dir, folder); err == nil && !strings.HasPrefix(rest, "..") && len(dir) > len(best) {
			best, path = dir, name
			if rest != "." {
				path = name + "/" + filepath.ToSlash(rest)
			}
		}
	}
	return path
}

func unparen(node ast.Expr) ast.Expr {
	for {
		inner, ok := node.(*ast.ParenExpr)
		if !ok {
			return node
		}
		node = inner.X
	}
}
