/**
 * Lists of programs that print only data of this machine, for `detect/commands/local-command.ts`. A program or use that is
 * not listed may print text written by others.
 */

function listed(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/).filter((name) => name !== ""));
}

/** Local in every use: no network access, or none that prints foreign text. */
export const ALWAYS_LOCAL = listed(`
  : [ [[ ]] . alias basename bat batcat bc break cat cd chmod chown cksum clear cmp column comm complete continue cp csplit cut
  date dd declare diff diff3 dir dirname dirs disown df du echo ed egrep exit expand export expr factor false fd fdfind fgrep file
  fmt fold fg bg getopts grep gunzip gzip hash head help hexdump history hostname iconv id install jobs join jq kill killall
  less let ln local locale locate logname ls lsof lsb_release md5 md5sum mkdir mkfifo mktemp more mv nl nproc od paste patch pgrep
  pkill popd printenv printf ps pstree pushd pwd read readlink readonly realpath return rev rg rm rmdir sdiff seq set setopt sha1sum
  sha256sum shasum shift shopt shuf sleep sort split stat strings sum sync tac tail tee test top touch tput tr trap tree true
  truncate tsort tty type typeset ulimit umask unalias uname unexpand uniq unset unxz unzip uptime vi view vim wait wc whereis which
  who whoami xxd yes yq zcat zip ag ack ast-grep sg sd tokei cloc scc sqlite3 nm objdump readelf otool ldd strip ar ranlib size gdb
  lldb strace ltrace file getconf arch sw_vers base64 base32 xmllint tidy pandoc ttyd lsblk free vmstat iostat
  apply_patch applypatch str_replace_editor view_file tacit tacit-memory ctags cscope
  get-content get-childitem get-item get-location set-location select-string select-object where-object foreach-object sort-object
  measure-object test-path new-item remove-item copy-item move-item out-file out-string write-output write-host set-content
  add-content get-process stop-process get-command get-date format-table format-list join-path split-path resolve-path findstr
  copy del erase md rd ren xcopy robocopy where cls ver tasklist taskkill
  gcc g++ cc c++ clang clang++ cpp ld as nasm tcc rustc javac java kotlinc scalac ghc ocaml ocamlopt ocamlc fpc gfortran swiftc zig
  csc mcs fsc protoc thrift flex bison yacc emcc wasm-opt wat2wasm wasm-pack llc opt cmake ctest ninja meson autoconf automake
  configure libtool tsc tsserver vue-tsc tsgo tsup tsdown swc babel esbuild rollup webpack parcel vite next nuxt astro svelte-check
  sveltekit svelte-package turbo nx lerna rush changeset changesets ng react-scripts vue-cli-service storybook size-limit
  jest vitest mocha ava tape tap jasmine karma cypress playwright nyc c8 bats shellspec shunit2 pytest py.test nose2 nosetests tox
  nox unittest coverage hypothesis behave robot rspec minitest cucumber phpunit pest codecept ginkgo gotestsum cargo-nextest gtest
  eslint eslint_d biome oxlint oxfmt prettier prettierd dprint stylelint standard xo jshint tslint markdownlint markdownlint-cli2
  cspell knip depcheck madge publint attw syncpack commitlint lint-staged husky ruff flake8 pyflakes pycodestyle pylint black isort
  autopep8 yapf autoflake mypy pyright basedpyright pyre bandit vulture radon pydocstyle djlint sqlfluff codespell pyupgrade rubocop
  standardrb reek brakeman shellcheck shfmt hadolint yamllint actionlint jsonlint taplo typos vale golangci-lint gofmt gofumpt
  goimports golint staticcheck revive govulncheck rustfmt clippy-driver ktlint detekt checkstyle spotbugs clang-format clang-tidy
  cppcheck swiftlint swiftformat scalafmt ormolu fourmolu hlint stylua luacheck luac buf sqlc mockgen wire stringer xcodebuild
  xcrun plutil codesign lipo dotnet-format csharpier phpcs phpcbf phpstan psalm php-cs-fixer terraform-fmt tflint manage.py
  django-admin alembic prisma drizzle-kit knex typeorm sequelize graphql-codegen openapi-generator typedoc jsdoc sphinx-build mkdocs
  mdbook doxygen pdoc javadoc rdoc yardoc i18next tailwindcss postcss sass lessc terser uglifyjs serve-static concurrently
  npm-run-all run-s run-p nodemon tsx-watch pm2-list wasm2wat hyperfine valgrind perf cachegrind pprof py-spy flamegraph gprof
  compdb bear ccache sccache fc-list magick convert identify ffprobe pdftotext pdfinfo exiftool tmux screen crontab systemctl
  journalctl launchctl sysctl dmesg ipcs ss netstat ip ifconfig
  redis-server valkey-server memcached postgres pg_ctl pg_ctlcluster pg_isready initdb mongod mysqld mariadbd nginx rabbitmq-server
  mailpit mailhog service`);

/** Run the command after their options and print nothing themselves. */
export const WRAPPERS = listed(`
  builtin caffeinate chronic command doas env exec gtime gtimeout ionice nice nohup noglob rtk setsid stdbuf sudo time timeout
  unbuffer xvfb-run winpty cross-env dotenv`);

/** Options of wrappers that take the next word. */
export const WRAPPER_OPTIONS = listed(`
  -u --user -g --group -C --chdir -S -n -k --kill-after -s --signal -o -e -i -c -p --adjustment -I -L -P -d -a -E -l
  --max-args --max-procs --delimiter --replace --unset`);

/** Begin or join commands of a shell. */
export const KEYWORDS = listed(
  "if then elif else fi while until do done ! { } coproc function esac in",
);

/** Followed by values or patterns, not by a program. */
export const VALUE_KEYWORDS = listed("for case select");

export const SHELLS = listed("sh bash zsh dash ksh fish ash cmd powershell pwsh");

/** Interpreters with their options that are followed by code. */
export const INTERPRETERS: Readonly<Record<string, ReadonlySet<string>>> = {
  python: listed("-c"),
  python2: listed("-c"),
  python3: listed("-c"),
  py: listed("-c"),
  pypy: listed("-c"),
  pypy3: listed("-c"),
  ipython: listed("-c"),
  node: listed("-e -p -pe --eval --print"),
  tsx: listed("-e -p --eval --print"),
  "ts-node": listed("-e -p -pe --eval"),
  "babel-node": listed("-e"),
  deno: listed(""),
  bun: listed("-e -p --eval --print"),
  ruby: listed("-e"),
  perl: listed("-e -E -ne -pe -i -pi -0777 -lne -lpe -nle -ple"),
  php: listed("-r"),
  lua: listed("-e"),
  luajit: listed("-e"),
  Rscript: listed("-e"),
  julia: listed("-e -E"),
  elixir: listed("-e"),
  groovy: listed("-e"),
};

/** Local modules for `python -m`; `pytest` and others are in the list of programs. */
export const LOCAL_MODULES = listed(`
  ast build compileall cProfile django doctest dis json.tool pdb pickle platform profile py_compile pytest_cov site sqlite3 sysconfig
  tabnanny test timeit tokenize trace unittest venv virtualenv zipfile tarfile calendar this inspect`);

/** Local subcommands of programs that can also access a network. */
export const LOCAL_SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  git: listed(`add am apply bisect blame branch cat-file check-attr check-ignore checkout cherry cherry-pick clean commit
    commit-graph config count-objects describe diff diff-files diff-index diff-tree for-each-ref format-patch fsck gc grep hash-object
    init log ls-files ls-tree merge merge-base merge-file merge-tree mv name-rev notes prune range-diff read-tree rebase reflog repack
    replace reset restore rev-list rev-parse revert rm shortlog show show-branch show-ref sparse-checkout stash status stripspace
    switch symbolic-ref tag update-index update-ref var verify-commit version whatchanged worktree write-tree help push`),
  npm: listed(
    "test t tst run run-script start stop restart ls list ll la bin root prefix pkg config get set pack rebuild rb link help version explain why prune dedupe",
  ),
  pnpm: listed("test t run start ls list ll bin root config why pack rebuild prune help store"),
  yarn: listed("test run start list why bin config pack workspace workspaces info"),
  bun: listed("test run build pm"),
  deno: listed("test lint fmt check bench task doc compile"),
  cargo: listed(
    "test build check clippy fmt bench run doc nextest tree metadata clean expand fix t b c r rustc llvm-cov insta xtask locate-project",
  ),
  go: listed("test build vet fmt run generate list env version doc tool clean fix work"),
  pip: listed("list show freeze check config debug cache"),
  uv: listed("run tree version"),
  poetry: listed("run show check version env config build"),
  pipenv: listed("run graph check"),
  pdm: listed("run list show build"),
  hatch: listed("run test fmt build version env"),
  rye: listed("run test lint fmt show"),
  conda: listed("run list info env activate deactivate"),
  mamba: listed("run list info activate deactivate"),
  pre_commit: listed("run"),
  "pre-commit": listed("run"),
  bundle: listed("exec check show list info config"),
  gem: listed("list contents env which"),
  rake: listed(""),
  composer: listed("test run run-script show dump-autoload validate lint check"),
  dotnet: listed("test build run format clean msbuild publish pack sln list ef"),
  swift: listed("test build run format package"),
  mix: listed("test compile format run credo dialyzer ecto.migrate"),
  sbt: listed("test compile run testOnly clean scalafmt"),
  lein: listed("test run check compile"),
  stack: listed("test build run exec"),
  cabal: listed("test build run"),
  dune: listed("test build runtest exec fmt"),
  flutter: listed("test analyze build format clean doctor"),
  dart: listed("test analyze format compile run fix"),
  docker: listed(
    "ps images inspect version info stop start restart rm rmi kill top stats port network volume context",
  ),
  podman: listed("ps images inspect version info stop start restart rm rmi kill top stats port"),
  terraform: listed("fmt validate version"),
  supabase: listed("status stop"),
  brew: listed("list --prefix --version config"),
  // Packages of the system's distribution, whose maintainers write what they print.
  apt: listed("list install update"),
  "apt-get": listed("install update"),
  apk: listed("add update"),
  dnf: listed("install"),
  yum: listed("install"),
  dpkg: listed("-l -L -s -S --list"),
  rustup: listed("show which"),
  nvm: listed("use ls list current which alias"),
  volta: listed("list which"),
  fnm: listed("use list current"),
  pyenv: listed("versions version which local global"),
  rbenv: listed("versions version which local global"),
  asdf: listed("current list which where"),
  mise: listed("run current ls which exec x"),
  just: listed(""),
  openssl: listed("rand dgst genrsa req x509 enc rsa version passwd"),
  aws: listed("configure"),
};

/**
 * Subcommands that install what the project's own manifest lists. Its packages run on this machine in any case, as those that
 * `cargo build` and `mvn test` download.
 */
export const MANIFEST_INSTALLS: Readonly<Record<string, ReadonlySet<string>>> = {
  bundle: listed("install"),
  cargo: listed("fetch"),
  composer: listed("install"),
  dotnet: listed("restore"),
  pdm: listed("install sync"),
  pipenv: listed("install sync"),
  poetry: listed("install"),
  uv: listed("sync"),
};

/** Subcommands (or programs) that run the program after them. */
export const RUNNERS: Readonly<Record<string, ReadonlySet<string>>> = {
  npx: listed(""),
  bunx: listed(""),
  pnpx: listed(""),
  uvx: listed(""),
  pipx: listed("run"),
  npm: listed("exec x"),
  pnpm: listed("exec dlx"),
  yarn: listed("exec dlx"),
  bun: listed("x"),
  uv: listed("run"),
  poetry: listed("run"),
  pipenv: listed("run"),
  pdm: listed("run"),
  hatch: listed("run"),
  rye: listed("run"),
  bundle: listed("exec"),
  conda: listed("run"),
  mamba: listed("run"),
  mise: listed("exec x"),
  direnv: listed("exec"),
  corepack: listed(""),
};

/** Build tools that run targets of the project: local unless the target's name suggests a download. */
export const TARGET_RUNNERS = listed(
  "make gmake just task rake gradle gradlew mvn mvnw ant bazel buck pants invoke inv doit earthly grunt gulp mage",
);

/** Print the response of an address; local only for servers on this machine. */
export const FETCHERS = listed(
  "curl wget http https httpie xh nc ncat telnet websocat grpcurl ab wrk hey iwr invoke-webrequest invoke-restmethod",
);
