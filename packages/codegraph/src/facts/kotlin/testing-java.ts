/** Known graphs of Java for tests. */
import type { Known } from "../languages/testing-components.ts";

export const KNOWN_JAVA: readonly Known[] = [
  {
    language: "java",
    files: {
      "src/main/java/a/b/Store.java": `package a.b;
import java.util.List;
public class Store {
  private List<Item> items;
  public static Store open(String p) { return new Store(); }
  public List<Item> items() { return items; }
  public void close() {}
}`,
      "src/main/java/a/b/Item.java": "package a.b;\npublic class Item { public void print() {} }",
      "src/main/java/a/c/App.java": `package a.c;
import a.b.Store;
import a.b.*;
import static a.c.Util.helper;
public class App extends Base implements Runnable {
  private final Store store;
  public App() { super(); this.store = Store.open("x"); }
  @Override public void run() {
    for (Item it : store.items()) { it.print(); }
    help();
    helper();
    var s = Store.open("y");
    s.close();
  }
  public static void main(String[] args) { new App().run(); }
}`,
      "src/main/java/a/c/Base.java": "package a.c;\npublic class Base { protected void help() {} }",
      "src/main/java/a/c/Util.java": "package a.c;\nclass Util { static void helper() {} }",
    },
    uses: [
      "src/main/java/a/c/App.java:App.run → src/main/java/a/b/Store.java:Store.items",
      "src/main/java/a/c/App.java:App.run → src/main/java/a/b/Item.java:Item.print",
      "src/main/java/a/c/App.java:App.run → src/main/java/a/c/Base.java:Base.help",
      "src/main/java/a/c/App.java:App.run → src/main/java/a/c/Util.java:Util.helper",
      "src/main/java/a/c/App.java:App.run → src/main/java/a/b/Store.java:Store.close",
      "src/main/java/a/c/App.java:App.main → src/main/java/a/c/App.java:App.run",
      "src/main/java/a/c/App.java:App → src/main/java/a/c/Base.java:Base",
    ],
  },
];
