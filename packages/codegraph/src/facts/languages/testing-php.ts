/** Known graphs of PHP for tests. */
import type { Known } from "./testing-components.ts";

export const KNOWN_PHP: readonly Known[] = [
  {
    language: "php, its namespaces and calls",
    files: {
      "src/Data/Store.php": `<?php
namespace App\\Data;
use App\\Contracts\\{Closable, Findable as Finds};
abstract class Base { protected function log(string $text): void {} public function shut() {} }
class Store extends Base implements Closable, Finds {
    use Counts;
    const LIMIT = 3;
    /** @var Item[] */
    private $items = [];
    public function __construct(private ?Log $log = null) { $this->open(); }
    public static function create(): static { return new static(); }
    private function open() {}
    public function close(): void { parent::shut(); self::create(); $this->count(); }
    public function find(int $id): ?Item { foreach ($this->items as $item) { $item->mark(); } return null; }
    public function write() { $this->log?->line("a" . $this->LIMIT); }
}
trait Counts { public function count() { return self::class; } }
class Log { public function line($text) {} }
`,
      "src/Data/Item.php": `<?php
namespace App\\Data;
class Item { public function mark() { return $this; } public function print() {} }
`,
      "src/Other/Item.php":
        "<?php\nnamespace App\\Other;\nclass Item { public function print() {} }\n",
      "src/Contracts/all.php":
        "<?php\nnamespace App\\Contracts;\ninterface Closable { function close(): void; }\ninterface Findable { function find(int $id); }\n",
      "src/helpers.php":
        "<?php\nnamespace App\\Helpers;\nfunction help() {}\nfunction strlen($x) {}\n",
      "src/global.php": "<?php\nfunction everywhere() {}\nclass Loose {}\n",
      "src/App.php": `<?php
namespace App;
use App\\Data\\Store;
use App\\Data as D;
use function App\\Helpers\\help;
class App {
    private Store $store;
    public function __construct(Store $store) { $this->store = $store; }
    /** @param D\\Item $late */
    public function run($late, $any) {
        $this->store->find(1)->mark()->print();
        $made = new \\App\\Other\\Item();
        $made->print();
        $late->print();
        help(); everywhere(); strlen("x");
        array_map(function ($x) use ($made) { return $made->print(); }, []);
        if ($any instanceof D\\Log) { $any->line(Store::LIMIT); }
        new Loose();
        $any2 = "a" . $late->mark();
        unknown()->close();
    }
}
`,
    },
    uses: [
      "src/App.php:App.run → src/Data/Store.php:Store.find",
      "src/App.php:App.run → src/Data/Item.php:Item.mark",
      "src/App.php:App.run → src/Data/Item.php:Item.print",
      "src/App.php:App.run → src/Other/Item.php:Item.print",
      "src/App.php:App.run → src/Other/Item.php:Item",
      "src/App.php:App.run → src/helpers.php:help",
      "src/App.php:App.run → src/global.php:everywhere",
      "src/App.php:App.run → src/Data/Store.php:Log.line",
      "src/App.php:App.run → src/Data/Store.php:Store.LIMIT",
      "src/Data/Store.php:Store.__construct → src/Data/Store.php:Store.open",
      "src/Data/Store.php:Store.close → src/Data/Store.php:Base.shut",
      "src/Data/Store.php:Store.close → src/Data/Store.php:Store.create",
      "src/Data/Store.php:Store.close → src/Data/Store.php:Counts.count",
      "src/Data/Store.php:Store.find → src/Data/Item.php:Item.mark",
      "src/Data/Store.php:Store.write → src/Data/Store.php:Log.line",
      "src/Data/Store.php:Store → src/Contracts/all.php:Closable",
      "src/Data/Store.php:Store → src/Contracts/all.php:Findable",
      "src/Data/Store.php:Store → src/Data/Store.php:Counts",
    ],
    absent: [
      "src/App.php:App.run → src/global.php:Loose",
      "src/App.php:App.run → src/helpers.php:strlen",
      "src/App.php:App.run → src/Data/Store.php:Store.close",
    ],
  },
];
