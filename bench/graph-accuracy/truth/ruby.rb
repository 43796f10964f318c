# Every executed call of a method of a repository, with the method that ran, according to Ruby's own TracePoint.
#
#   TRUTH_ROOT=REPOSITORY TRUTH_OUT=TRUTH.jsonl ruby -r ./ruby.rb -S rspec
#
# Several runs add to the same file. Not recorded: calls that nothing in the text names (a block
# that the language runs, `to_s` in a text, operators, `[]`), calls through `send`, and methods that a string was evaluated for.
require "json"
require "set"

module Truth
  ROOT = File.join(File.realpath(ENV.fetch("TRUTH_ROOT")), "")
  AST = RubyVM::AbstractSyntaxTree
  Site = Struct.new(:path, :line, :column)
  SEEN = {}
  FOUND = Hash.new { |all, site| all[site] = Set.new }
  LINES = Hash.new { |all, path| all[path] = File.readlines(path, encoding: "UTF-8").map(&:scrub) }

  class << self
    # The call of a caller; nil for a text that was evaluated, or a file that cannot be parsed.
    def node_at(location)
      AST.of(location)
    rescue SyntaxError, SystemCallError, ArgumentError, TypeError
      nil
    end

    def inside(path)
      path if path.is_a?(String) && path.start_with?(ROOT)
    end

    def take(point)
      path = point.path
      return unless inside(path)
      location = caller_locations(3, 1)&.first or return
      from = location.absolute_path || location.path
      return unless inside(from)
      # Of several calls of one method in a line, the first that runs counts.
      key = [from, location.lineno, path, point.lineno, point.callee_id]
      return if SEEN[key]
      SEEN[key] = true
      site = site_of(from, node_at(location), point) or return
      record(site, point)
    end

    def site_of(path, node, point)
      node = node.children[0] if node && %i[ITER BLOCK_PASS].include?(node.type)
      return if node.nil?
      case node.type
      when :CALL, :QCALL, :ATTRASGN then member(path, node, point)
      when :FCALL, :VCALL
        named?(node.children[0], point) ? Site.new(path, node.first_lineno - 1, node.first_column) : nil
      when :SUPER, :ZSUPER then Site.new(path, node.first_lineno - 1, node.first_column)
      end
    end

    def named?(name, point)
      name == point.callee_id || name == point.method_id || (name == :new && point.method_id == :initialize)
    end

    # The name after the receiver of a call.
    def member(path, node, point)
      receiver, name = node.children
      return unless named?(name, point) && receiver.is_a?(AST::Node)
      written = name.to_s.delete_suffix("=")
      return unless written.match?(/\A[[:alpha:]_]/)
      line, column = receiver.last_lineno - 1, receiver.last_column
      text = LINES[path][line].to_s.byteslice(column..).to_s
      4.times do
        # Brackets around the receiver, a dot, and the name; the dot may be on a later line.
        if (at = text =~ /\A[\s)\]}\\]*(?:&?\.|::)?\s*#{Regexp.escape(written)}/)
          return Site.new(path, line, column + text[at..][/\A.*?(?=#{Regexp.escape(written)})/].bytesize)
        end
        return unless text.match?(/\A[\s)\]}\\]*(?:&?\.)?\s*(?:#.*)?\z/)
        line, column = line + 1, 0
        text = LINES[path][line].to_s
        text = "" if text.match?(/\A\s*#/)
      end
      nil
    end

    def record(site, point)
      own = places(point.path, point.lineno - 1, point.method_id, point.callee_id)
      return if own.empty?
      FOUND[site].merge(own)
      FOUND[site].merge(classes(point.self.class)) if point.method_id == :initialize
    end

    # Where a method is defined, and where its other name is.
    def places(path, line, name, called)
      text = LINES[path][line].to_s
      column = text =~ /\bdef\s/ ? text.index(/(?<![\w])#{Regexp.escape(name.to_s)}/, text.index(/\bdef\s/) + 3) : text.index(/\bdefine_(?:singleton_)?method\b/)
      return [] if column.nil?
      found = ["#{short(path)}:#{line}:#{column}"]
      name == called ? found : found + other_names(called)
    end

    # Where `alias` or `alias_method` gives a method this name, in the files that are loaded.
    def other_names(called)
      @other_names ||= {}
      @other_names[called] ||= begin
        files = ($LOADED_FEATURES + LINES.keys).uniq.select { |path| inside(path) && path.end_with?(".rb") }
        files.flat_map { |path| aliases_in(path, called.to_s) }
      end
    end

    def aliases_in(path, called)
      LINES[path].each_with_index.filter_map do |text, at|
        next unless (match = /\balias(_method)?\s*\(?\s*:?#{Regexp.escape(called)}(?![\w?!=])/.match(text))
        "#{short(path)}:#{at}:#{match[1] ? match.begin(0) : text.index(called, match.begin(0) + 5)}"
      end
    end

    # Where a class and those above it are opened, in the files that define something of them.
    def classes(klass)
      klass.ancestors.grep(Class).take_while { |one| one != Object }.flat_map { |one| opened(one) }
    end

    def opened(klass)
      name = Module.instance_method(:name).bind_call(klass) or return []
      @opened ||= {}
      @opened[name] ||= files_of(klass, name).flat_map { |path| class_lines(path, name.split("::").last) }
    end

    # The files that define a method of a class, and the one that defines the class.
    def files_of(klass, name)
      own = klass.instance_methods(false) + klass.private_instance_methods(false)
      files = own.filter_map { |method| source_of(klass, method) } << constant_source(name)
      files.compact.uniq.select { |path| inside(path) }
    end

    def source_of(klass, method)
      klass.instance_method(method).source_location&.first
    rescue NameError
      nil
    end

    def constant_source(name)
      Object.const_source_location(name)&.first
    rescue NameError
      nil
    end

    def class_lines(path, last)
      LINES[path].each_with_index.filter_map do |text, at|
        match = /\bclass\s+(?:[\w:]*::)?(#{last})\b|^\s*(?:\w+::)*(#{last})\s*=\s/.match(text)
        "#{short(path)}:#{at}:#{match.begin(match[1] ? 1 : 2)}" if match
      end
    end

    def short(path)
      path.delete_prefix(ROOT)
    end

    def start
      trace = TracePoint.new(:call) do |point|
        next if Thread.current[:truth]
        Thread.current[:truth] = true
        begin
          take(point)
        ensure
          Thread.current[:truth] = nil
        end
      end
      at_exit { trace.disable; write }
      trace.enable
    end

    # Adds what was found to what earlier runs have written.
    def write
      file = ENV.fetch("TRUTH_OUT")
      earlier = File.exist?(file) ? File.readlines(file).map { |line| JSON.parse(line, symbolize_names: true) } : []
      all = earlier.to_h { |site| [site.slice(:path, :line, :column), site[:targets]] }
      FOUND.each do |site, targets|
        key = { path: short(site.path), line: site.line, column: units_before(site) }
        all[key] = (all[key] || []) | targets.to_a
      end
      File.write(file, all.map { |site, targets| "#{JSON.generate(site.merge(targets: targets))}\n" }.join)
    end

    # The column in UTF-16 units.
    def units_before(site)
      LINES[site.path][site.line].to_s.byteslice(0, site.column).scrub.encode("UTF-16LE").bytesize / 2
    end
  end
end

Truth.start
