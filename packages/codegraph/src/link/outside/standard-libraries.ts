/** Which imports name a language's own library. Its functions return no objects of a project unless they are given them. */
import { words } from "../types/library-types.ts";

const PYTHON = words(
  `abc argparse array ast asyncio atexit base64 binascii bisect builtins bz2 calendar cgi cmath cmd codecs collections
   colorsys concurrent configparser contextlib contextvars copy csv ctypes curses dataclasses datetime dbm decimal difflib
   dis doctest email encodings enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc
   getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress
   itertools json keyword linecache locale logging lzma mailbox marshal math mimetypes mmap multiprocessing netrc numbers
   operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib poplib pprint profile pstats pty pwd
   queue quopri random re readline reprlib resource runpy sched secrets select selectors shelve shlex shutil signal site
   smtplib socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess symtable sys sysconfig
   syslog tarfile tempfile termios textwrap threading time timeit tkinter token tokenize tomllib trace traceback
   tracemalloc tty types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser wsgiref xml xmlrpc
   zipapp zipfile zipimport zlib zoneinfo typing_extensions`,
);
const NODE = words(
  `assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns events fs http
   http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder
   timers tls tty url util v8 vm wasi worker_threads zlib`,
);
const RUST = words("std core alloc proc_macro");

export function isStandard(language: string, specifier: string): boolean {
  const [first = ""] = specifier.split(/[./:]/);
  switch (language) {
    case "python":
      return PYTHON.has(first);
    case "go":
      return !(specifier.split("/")[0] ?? "").includes(".");
    case "rust":
      return RUST.has(first);
    case "java":
    case "kotlin":
      return first === "java" || first === "javax" || first === "kotlin";
    default:
      return specifier.startsWith("node:") || NODE.has(first);
  }
}
