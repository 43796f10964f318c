/** Known graphs of Ruby for tests. */
import type { Known } from "../languages/testing-components.ts";

export const KNOWN_RUBY: readonly Known[] = [
  {
    language: "ruby, its constants, modules and calls",
    files: {
      "lib/shop.rb": `require "shop/store"
module Shop
  autoload :Late, "shop/late"
  LIMIT = 3
  DEFAULT = Store.new(LIMIT)
  class << self
    attr_accessor :current
    def open(path) = Store.new(path)
  end
  def self.run
    store = open("x")
    store.close
    store.items.first
    DEFAULT.find(1).mark
    unknown.close
    Late.new
  end
end
`,
      "lib/shop/store.rb": `module Shop
  class Store < Base
    include Counts
    include Comparable
    extend Finders
    attr_reader :items, :log
    alias size count
    def initialize(path, log = Log.new)
      super()
      @path = path
      @log = log
      @items = []
    end
    def close
      log.line("x")
      @log.line("y")
      shut
      self.class.all
      total { |one| one.mark }
    end
    def find(id)
      return nil if id.nil?
      if id > 1
        Item.new(id)
      else
        Item.new(0)
      end
    end
    def total
      yield Item.new(1)
    end
    def shut
      super
    end
    define_method(:later) { shut }
    private def secret; send(:close); end
  end
end
`,
      "lib/shop/parts.rb": `module Shop
  class Base
    def initialize; end
    def shut; end
  end
  module Counts
    def self.included(base) = base.extend(ClassMethods)
    module ClassMethods
      def counted; end
    end
    def count; each_one; end
  end
  module Finders
    def all; end
  end
  class Log
    def line(text); end
  end
  Point = Struct.new(:x, :y) do
    def far? = x > 1
  end
end
class Shop::Item
  attr_accessor :state
  def initialize(id); end
  def mark; self.state = Shop::Point.new(1, 2); state.far?; self; end
end
`,
      "lib/shop/late.rb": "class Shop::Late\nend\n",
      "lib/other.rb": `class Item
  def mark; end
end
class Shop::Store
  counted
  def extra; Item.new; ::Item.new.mark; end
end
def helper; end
helper
`,
      "spec/support/helpers.rb": "module Helpers\n  def fresh = Shop::Log.new\nend\n",
      "spec/store_spec.rb": `require_relative "../lib/shop"
RSpec.configure { |config| config.include Helpers }
describe Shop::Store do
  subject(:store) { described_class.new("x") }
  let(:log) { store.log }
  before { @late = Shop::Late.new }
  def twice
    store.find(2)
  end
  it "closes" do
    store.close
    log.line("z")
    twice.mark
    fresh.line("w")
  end
end
`,
    },
    uses: [
      "lib/shop.rb:Shop → lib/shop/store.rb:Shop.Store",
      "lib/shop.rb:Shop.run → lib/shop.rb:Shop.open",
      "lib/shop.rb:Shop.run → lib/shop/store.rb:Shop.Store.close",
      "lib/shop.rb:Shop.run → lib/shop/store.rb:Shop.Store.items",
      "lib/shop.rb:Shop.run → lib/shop/store.rb:Shop.Store.find",
      "lib/shop.rb:Shop.run → lib/shop/parts.rb:Shop.Item.mark",
      "lib/shop.rb:Shop.run → lib/shop/late.rb:Shop.Late",
      "lib/shop.rb:Shop.open → lib/shop/store.rb:Shop.Store",
      "lib/shop.rb:Shop.open → lib/shop/store.rb:Shop.Store.initialize",
      "lib/shop/store.rb:Shop.Store → lib/shop/parts.rb:Shop.Base",
      "lib/shop/store.rb:Shop.Store → lib/shop/parts.rb:Shop.Counts",
      "lib/shop/store.rb:Shop.Store → lib/shop/parts.rb:Shop.Finders",
      "lib/shop/store.rb:Shop.Store.size → lib/shop/parts.rb:Shop.Counts.count",
      "lib/shop/store.rb:Shop.Store.initialize → lib/shop/parts.rb:Shop.Base.initialize",
      "lib/shop/store.rb:Shop.Store.close → lib/shop/parts.rb:Shop.Log.line",
      "lib/shop/store.rb:Shop.Store.close → lib/shop/store.rb:Shop.Store.shut",
      "lib/shop/store.rb:Shop.Store.close → lib/shop/parts.rb:Shop.Finders.all",
      "lib/shop/store.rb:Shop.Store.close → lib/shop/parts.rb:Shop.Item.mark",
      "lib/shop/store.rb:Shop.Store.shut → lib/shop/parts.rb:Shop.Base.shut",
      "lib/shop/store.rb:Shop.Store.later → lib/shop/store.rb:Shop.Store.shut",
      "lib/shop/store.rb:Shop.Store.secret → lib/shop/store.rb:Shop.Store.close",
      "lib/shop/parts.rb:Shop.Item.mark → lib/shop/parts.rb:Shop.Point.far?",
      "lib/other.rb:Shop.Store → lib/shop/parts.rb:Shop.Counts.ClassMethods.counted",
      "lib/other.rb:Shop.Store.extra → lib/shop/parts.rb:Shop.Item",
      "lib/other.rb:Shop.Store.extra → lib/other.rb:Item.mark",
      "spec/store_spec.rb → lib/shop/store.rb:Shop.Store.close",
      "spec/store_spec.rb → lib/shop/parts.rb:Shop.Log.line",
      "spec/store_spec.rb → lib/shop/parts.rb:Shop.Item.mark",
      "spec/store_spec.rb:twice → lib/shop/store.rb:Shop.Store.find",
      "spec/store_spec.rb → spec/support/helpers.rb:Helpers.fresh",
    ],
    absent: [
      "lib/shop.rb:Shop.run → lib/other.rb:Item.mark",
      "lib/other.rb:Shop.Store.extra → lib/shop/parts.rb:Shop.Item.mark",
      "lib/shop/store.rb:Shop.Store.find → lib/other.rb:Item",
    ],
  },
];
