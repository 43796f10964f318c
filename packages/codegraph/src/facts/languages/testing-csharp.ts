/** Known graphs of C# for tests. */
import type { Known } from "./testing-components.ts";

export const KNOWN_CSHARP: readonly Known[] = [
  {
    language: "csharp, its types and calls",
    files: {
      "src/Data/Store.cs": `using System.Collections.Generic;
namespace Shop.Data;
public interface IStore { Item Find(int id); void Close(); }
public abstract class Base { protected void Log(string text) {} public virtual void Shut() {} }
public partial class Store : Base, IStore
{
    private readonly List<Item> _items = new();
    public Store(string path) { Open(); }
    public static Store Create(string path) => new Store(path);
    public IEnumerable<Item> Items { get { return _items; } }
    public Item Find(int id) { Log("x"); return _items.First(one => one.Is(id)); }
    public override void Shut() { base.Shut(); }
}
`,
      "src/Data/Store.Part.cs": `namespace Shop.Data {
    partial class Store { void Open() { } public void Close() { } }
    public class Item {
        public Color Color { get; set; }
        public bool Is(int id) => true;
        public void Print() { }
        public void Print(string format) { Print(); }
        public class Line { public void Draw() { } }
    }
    public enum Color { Red, Green }
}
`,
      "src/Data/Item.cs": `namespace Shop.Other;
public class Item { public void Print() { } }
`,
      "src/Extensions/ItemExtensions.cs": `namespace Shop.Extensions {
    using Data;
    static class ItemExtensions {
        public static Item Paint(this Item item, Color color = Color.Red) { return item; }
        public static int Words(this string text) => 1;
    }
}
`,
      "src/GlobalUsings.cs": "global using Shop.Extensions;\n",
      "src/App.cs": `using Shop.Data;
using Alias = Shop.Other.Item;
using static Shop.Tools;
using System.Threading.Tasks;
namespace Shop
{
    public class App(IStore store)
    {
        private readonly Store _own = new("x");
        public event System.Action<Item> Changed;
        public async Task<Item> Run(Item first, object any)
        {
            foreach (var item in _own.Items) item.Print("a");
            first.Print();
            var line = new Item.Line();
            line.Draw();
            new Alias().Print();
            var found = await Load();
            found.Paint().Print();
            Help("x".Words());
            if (any is Data.Store other && other.Items != null) other.Close();
            Changed += OnChanged;
            Console.WriteLine(Color.Green);
            return store.Find(1)!;
        }
        Task<Item> Load() => Task.FromResult(Store.Create("y").Find(2));
        void OnChanged(Item item) { unknown.Print(); }
    }
}
`,
      "src/Tools.cs":
        "namespace Shop;\nstatic class Tools { public static void Help(int count) {} public static void WriteLine() {} }\n",
    },
    uses: [
      "src/App.cs:App.Run → src/Data/Store.cs:Store.Items",
      "src/App.cs:App.Run → src/Data/Store.Part.cs:Item.Print",
      "src/App.cs:App.Run → src/Data/Store.Part.cs:Item.Line.Draw",
      "src/App.cs:App.Run → src/Data/Item.cs:Item.Print",
      "src/App.cs:App.Run → src/App.cs:App.Load",
      "src/App.cs:App.Run → src/App.cs:App.OnChanged",
      "src/App.cs:App.Run → src/Extensions/ItemExtensions.cs:ItemExtensions.Paint",
      "src/App.cs:App.Run → src/Extensions/ItemExtensions.cs:ItemExtensions.Words",
      "src/App.cs:App.Run → src/Tools.cs:Tools.Help",
      "src/App.cs:App.Run → src/Data/Store.Part.cs:Store.Close",
      "src/App.cs:App.Run → src/Data/Store.Part.cs:Color.Green",
      "src/App.cs:App.Run → src/Data/Store.cs:IStore.Find",
      "src/App.cs:App.Load → src/Data/Store.cs:Store.Create",
      "src/App.cs:App.Load → src/Data/Store.cs:Store.Find",
      "src/Data/Store.cs:Store.Find → src/Data/Store.cs:Base.Log",
      "src/Data/Store.cs:Store.Find → src/Data/Store.Part.cs:Item.Is",
      "src/Data/Store.cs:Store.Shut → src/Data/Store.cs:Base.Shut",
      "src/Data/Store.cs:Store.Store → src/Data/Store.Part.cs:Store.Open",
      "src/Data/Store.cs:Store → src/Data/Store.cs:IStore",
      "src/Data/Store.cs:Store → src/Data/Store.cs:Base",
    ],
    absent: [
      "src/App.cs:App.OnChanged → src/Data/Item.cs:Item.Print",
      "src/App.cs:App.OnChanged → src/Data/Store.Part.cs:Item.Print",
      "src/App.cs:App.Run → src/Tools.cs:Tools.WriteLine",
      "src/App.cs:App.Load → src/Data/Item.cs:Item",
    ],
  },
];
