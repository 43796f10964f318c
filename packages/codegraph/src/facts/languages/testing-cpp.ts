/** Known graphs of C and C++ for tests. */
import type { Known } from "./testing-components.ts";

export const KNOWN_CPP: readonly Known[] = [
  {
    language: "c, its headers, statics, macros and function pointers",
    files: {
      "include/store.h": `#ifndef STORE_H
#define STORE_H
struct item;
typedef struct store { struct item *first; int (*on_open)(int); } store_t;
STORE_API store_t *store_open(const char *path);
void store_close(store_t *s);
static inline int store_count(store_t *s) { return helper_count(s); }
int helper_count(store_t *s);
#define STORE_EACH(s, i) for (i = store_first(s); i; i = store_next(i))
#define STORE_MAX 10
struct item *store_first(store_t *s);
struct item *store_next(struct item *i);
#endif
`,
      "src/store.c": `#include "store.h"
#include <stdio.h>
static void trace(const char *text) { printf("%s", text); }
store_t *store_open(const char *path) { trace(path); return 0; }
void store_close(store_t *s) { trace("close"); }
int helper_count(store_t *s) { return 0; }
struct item *store_first(store_t *s) { return s->first; }
struct item *store_next(struct item *i) { return i; }
`,
      "src/main.c": `#include <store.h>
static void trace(int level) {}
static int on_open(int new) { int class = new; return class; }
static const struct { const char *name; int (*run)(int); } COMMANDS[] = { { "open", on_open } };
int main(void) {
  store_t *s = store_open("a");
  struct item *i;
  s->on_open = on_open;
  STORE_EACH(s, i) { trace(STORE_MAX); }
  store_count(s);
  printf("x");
  store_close(s);
  return 0;
}
#ifdef _WIN32
void last(void) { store_close(0); }
#else
void last(void) { store_open(0); }
#endif
`,
      "tools/other.c": `static void trace(const char *text) {}
void unrelated(void) { trace("x"); printf("y"); }
void printf_like(void) {}
`,
    },
    uses: [
      "src/main.c:main → src/store.c:store_open",
      "src/main.c:main → include/store.h:store_open",
      "src/main.c:main → src/store.c:store_close",
      "src/main.c:main → include/store.h:store_count",
      "src/main.c:main → include/store.h:STORE_EACH",
      "src/main.c:main → src/main.c:trace",
      "src/main.c:main → src/main.c:on_open",
      "src/main.c:COMMANDS → src/main.c:on_open",
      "src/main.c:last → src/store.c:store_close",
      "src/main.c:last → src/store.c:store_open",
      "include/store.h:STORE_EACH → src/store.c:store_first",
      "include/store.h:store_count → src/store.c:helper_count",
      "src/store.c:store_open → src/store.c:trace",
      "tools/other.c:unrelated → tools/other.c:trace",
    ],
    absent: [
      "src/main.c:main → src/store.c:trace",
      "tools/other.c:unrelated → src/store.c:trace",
      "tools/other.c:unrelated → src/main.c:trace",
    ],
  },
  {
    language: "c++, its classes, namespaces and types",
    files: {
      "include/app/shape.h": `#pragma once
#include <memory>
#include <string>
namespace app {
class APP_EXPORT Shape {
 public:
  explicit Shape(int sides = 3);
  virtual ~Shape() = default;
  virtual double area() const = 0;
  Shape* next() const { return next_; }
  void mark(int level);
  void mark(const std::string& text);
  static Shape* make(int sides);
 protected:
  Shape* next_ = nullptr;
};
template <typename T>
class Box {
 public:
  T* operator->() { return held_; }
  T& get();
  class Position { public: void move(); };
 private:
  T* held_;
};
using ShapeBox = Box<Shape>;
namespace detail { int depth(int from); }
enum class Color { Red, Green };
inline namespace v1 { void paint(Shape& shape, Color color = Color::Red); }
void paint(Shape& shape, int a, int b);
void unsure(float a);
void unsure(double a);
}
`,
      "src/shape.cc": `#include "app/shape.h"
namespace app {
namespace { void hidden() {} }
Shape::Shape(int sides) { hidden(); }
void Shape::mark(int level) { area(); }
void Shape::mark(const std::string& text) { this->mark(text.size()); }
Shape* Shape::make(int sides) { return nullptr; }
int detail::depth(int from) { return from; }
void paint(Shape& shape, Color color) { shape.mark(1); }
void paint(Shape& shape, int a, int b) {}
void unsure(float a) {}
void unsure(double a) {}
}
`,
      "src/square.cc": `#include <vector>
#include <map>
#include "app/shape.h"
namespace app {
class Square final : public Shape {
 public:
  Square() : Shape(4) {}
  double area() const override { return 4; }
  void grow() {}
};
}
using namespace app;
namespace d = app::detail;
struct Holder { std::map<int, std::unique_ptr<Square>> squares; ShapeBox box; Shape* find(int id) { return nullptr; } };
static void hidden() {}
void run(std::vector<std::shared_ptr<Square>>& all, Holder* holder, void* raw) {
  for (auto& square : all) square->grow();
  for (const auto& [id, square] : holder->squares) { square->area(); }
  holder->find(3)->next()->mark("text");
  holder->box->next();
  static_cast<Square*>(raw)->grow();
  auto made = std::make_unique<Square>();
  made->grow();
  Shape* other = app::Shape::make(2);
  if (auto* square = dynamic_cast<Square*>(other)) square->area();
  paint(*other);
  d::depth(1);
  hidden();
  Box<Shape>::Position position;
  position.move();
  unsure(raw);
}
void more(Shape& shape) { app::paint(shape, 1, 2); auto act = [&](int n) { shape.mark(n); }; act(1); Square square{}; }
`,
    },
    uses: [
      "src/square.cc:run → src/square.cc:app.Square.grow",
      "src/square.cc:run → src/square.cc:app.Square.area",
      "src/square.cc:run → src/square.cc:Holder.find",
      "src/square.cc:run → include/app/shape.h:app.Shape.next",
      "src/square.cc:run → src/shape.cc:app.Shape.mark",
      "src/square.cc:run → src/shape.cc:app.Shape.make",
      "src/square.cc:run → include/app/shape.h:app.Shape.make",
      "src/square.cc:run → src/shape.cc:app.paint",
      "src/square.cc:run → src/shape.cc:app.detail.depth",
      "src/square.cc:run → src/square.cc:hidden",
      "src/square.cc:run → include/app/shape.h:app.Box.Position.move",
      "src/square.cc:more → src/shape.cc:app.paint",
      "src/square.cc:more → src/shape.cc:app.Shape.mark",
      "src/square.cc:more → src/square.cc:app.Square",
      "src/square.cc:app.Square → include/app/shape.h:app.Shape",
      "src/square.cc:app.Square.area → include/app/shape.h:app.Shape.area",
      "src/square.cc:app.Square.Square → include/app/shape.h:app.Shape",
      "src/shape.cc:app.Shape.Shape → src/shape.cc:app.hidden",
      "src/shape.cc:app.Shape.mark → include/app/shape.h:app.Shape.area",
      "src/shape.cc:app.paint → src/shape.cc:app.Shape.mark",
    ],
    absent: [
      "src/square.cc:run → src/shape.cc:app.hidden",
      "src/square.cc:run → src/shape.cc:app.unsure",
    ],
  },
];
