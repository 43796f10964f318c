;; The vector kernel: WebAssembly with 128-bit SIMD. `plain-kernel.ts` says the same in TypeScript and is what
;; this is tested against; `kernel.ts` holds the map of the memory and calls both alike.
;;
;;   node tools/wasm.mjs --write     makes vector-kernel-wasm.ts from this file
;;
;; The scratch at the start of the memory, in bytes (the same numbers are in kernel.ts):
;;       0  query, int16 × up to 4096
;;    8192  best scores, f32 × up to 4096, best first
;;   24576  their slots, u32 × up to 4096
;;   40960  query's sign bits, up to 512 bytes
;;   41472  histogram of distances, u32 × 4097
;;   57920  how many more candidates at exactly the limit are welcome, u32
;;   57984  checksums just made, u32 × up to 1024
;;   65536  candidates, u32 × up to 65536
;;  327680  rows of a file that are scanned and forgotten, up to 262144 bytes
(module
  (memory (export "memory") 9)

  ;; Takes a slot among the best k, which stay sorted; of equal scores the one offered first is before.
  ;; Gives how many there are now. A score that is no number is never taken.
  (func $offer (param $slot i32) (param $score f32) (param $k i32) (param $found i32) (result i32)
    (local $at i32)
    (if (i32.eq (local.get $found) (local.get $k))
      (then
        (if (i32.eqz (f32.gt (local.get $score) (call $worst (local.get $k) (local.get $found))))
          (then (return (local.get $found))))
        (local.set $found (i32.sub (local.get $found) (i32.const 1))))
      (else
        (if (f32.ne (local.get $score) (local.get $score)) (then (return (local.get $found))))))
    (local.set $at (i32.shl (local.get $found) (i32.const 2)))
    (block $placed
      (loop $shift
        (br_if $placed (i32.eqz (local.get $at)))
        (br_if $placed (f32.ge (f32.load offset=8188 (local.get $at)) (local.get $score)))
        (f32.store offset=8192 (local.get $at) (f32.load offset=8188 (local.get $at)))
        (i32.store offset=24576 (local.get $at) (i32.load offset=24572 (local.get $at)))
        (local.set $at (i32.sub (local.get $at) (i32.const 4)))
        (br $shift)))
    (f32.store offset=8192 (local.get $at) (local.get $score))
    (i32.store offset=24576 (local.get $at) (local.get $slot))
    (i32.add (local.get $found) (i32.const 1)))

  ;; What a score must exceed to be taken.
  (func $worst (param $k i32) (param $found i32) (result f32)
    (if (result f32) (i32.lt_u (local.get $found) (local.get $k))
      (then (f32.const -inf))
      (else (f32.load offset=8188 (i32.shl (local.get $k) (i32.const 2))))))

  ;; The query against one row.
  (func $dot (param $row i32) (param $dims i32) (result i32)
    (local $d i32) (local $sum v128)
    (loop $next
      (local.set $sum
        (i32x4.add
          (local.get $sum)
          (i32x4.dot_i16x8_s
            (v128.load8x8_s (i32.add (local.get $row) (local.get $d)))
            (v128.load (i32.shl (local.get $d) (i32.const 1))))))
      (local.set $sum
        (i32x4.add
          (local.get $sum)
          (i32x4.dot_i16x8_s
            (v128.load8x8_s offset=8 (i32.add (local.get $row) (local.get $d)))
            (v128.load offset=16 (i32.shl (local.get $d) (i32.const 1))))))
      (br_if $next
        (i32.lt_u (local.tee $d (i32.add (local.get $d) (i32.const 16))) (local.get $dims))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))

  ;; Scores `count` rows that lie `stride` bytes apart, the first of them slot `slot`, and keeps the best k.
  ;; Four rows at a time, so that the query is loaded once for all of them.
  (func (export "scanRows")
    (param $row i32) (param $stride i32) (param $dims i32) (param $scales i32)
    (param $count i32) (param $slot i32) (param $k i32) (param $found i32) (result i32)
    (local $d i32) (local $q v128) (local $p i32)
    (local $b i32) (local $c i32) (local $e i32)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (block $fours
      (loop $four
        (br_if $fours (i32.lt_u (local.get $count) (i32.const 4)))
        (local.set $p (local.get $row))
        (local.set $b (i32.add (local.get $row) (local.get $stride)))
        (local.set $c (i32.add (local.get $b) (local.get $stride)))
        (local.set $e (i32.add (local.get $c) (local.get $stride)))
        (local.set $d (i32.const 0))
        (local.set $s0 (v128.const i32x4 0 0 0 0))
        (local.set $s1 (v128.const i32x4 0 0 0 0))
        (local.set $s2 (v128.const i32x4 0 0 0 0))
        (local.set $s3 (v128.const i32x4 0 0 0 0))
        (loop $next
          (local.set $q (v128.load (i32.shl (local.get $d) (i32.const 1))))
          (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $q) (v128.load8x8_s (i32.add (local.get $p) (local.get $d))))))
          (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $q) (v128.load8x8_s (i32.add (local.get $b) (local.get $d))))))
          (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $q) (v128.load8x8_s (i32.add (local.get $c) (local.get $d))))))
          (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $q) (v128.load8x8_s (i32.add (local.get $e) (local.get $d))))))
          (local.set $q (v128.load offset=16 (i32.shl (local.get $d) (i32.const 1))))
          (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $q) (v128.load8x8_s offset=8 (i32.add (local.get $p) (local.get $d))))))
          (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $q) (v128.load8x8_s offset=8 (i32.add (local.get $b) (local.get $d))))))
          (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $q) (v128.load8x8_s offset=8 (i32.add (local.get $c) (local.get $d))))))
          (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $q) (v128.load8x8_s offset=8 (i32.add (local.get $e) (local.get $d))))))
          (br_if $next
            (i32.lt_u (local.tee $d (i32.add (local.get $d) (i32.const 16))) (local.get $dims))))
        ;; Four sums of four lanes become one vector of four sums.
        (local.set $q
          (i32x4.add
            (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s0) (local.get $s1))
            (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s0) (local.get $s1))))
        (local.set $s2
          (i32x4.add
            (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s2) (local.get $s3))
            (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s2) (local.get $s3))))
        (local.set $s0
          (f32x4.mul
            (v128.load (local.get $scales))
            (f32x4.convert_i32x4_s
              (i32x4.add
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $q) (local.get $s2))
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $q) (local.get $s2))))))
        (if (v128.any_true
              (f32x4.gt (local.get $s0) (f32x4.splat (call $worst (local.get $k) (local.get $found)))))
          (then
            (local.set $found (call $offer (local.get $slot) (f32x4.extract_lane 0 (local.get $s0)) (local.get $k) (local.get $found)))
            (local.set $found (call $offer (i32.add (local.get $slot) (i32.const 1)) (f32x4.extract_lane 1 (local.get $s0)) (local.get $k) (local.get $found)))
            (local.set $found (call $offer (i32.add (local.get $slot) (i32.const 2)) (f32x4.extract_lane 2 (local.get $s0)) (local.get $k) (local.get $found)))
            (local.set $found (call $offer (i32.add (local.get $slot) (i32.const 3)) (f32x4.extract_lane 3 (local.get $s0)) (local.get $k) (local.get $found)))))
        (local.set $row (i32.add (local.get $e) (local.get $stride)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 16)))
        (local.set $slot (i32.add (local.get $slot) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 4)))
        (br $four)))
    (block $done
      (loop $one
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $found
          (call $offer
            (local.get $slot)
            (f32.mul (f32.load (local.get $scales)) (f32.convert_i32_s (call $dot (local.get $row) (local.get $dims))))
            (local.get $k)
            (local.get $found)))
        (local.set $row (i32.add (local.get $row) (local.get $stride)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
        (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $one)))
    (local.get $found))

  ;; Scores the first `count` candidates and keeps the best k. Rows and scales begin with slot 0.
  (func (export "scoreCandidates")
    (param $rows i32) (param $stride i32) (param $dims i32) (param $scales i32)
    (param $count i32) (param $k i32) (param $found i32) (result i32)
    (local $at i32) (local $slot i32)
    (local.set $count (i32.shl (local.get $count) (i32.const 2)))
    (block $done
      (loop $one
        (br_if $done (i32.ge_u (local.get $at) (local.get $count)))
        (local.set $slot (i32.load offset=65536 (local.get $at)))
        (local.set $found
          (call $offer
            (local.get $slot)
            (f32.mul
              (f32.load (i32.add (local.get $scales) (i32.shl (local.get $slot) (i32.const 2))))
              (f32.convert_i32_s
                (call $dot (i32.add (local.get $rows) (i32.mul (local.get $slot) (local.get $stride))) (local.get $dims))))
            (local.get $k)
            (local.get $found)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $one)))
    (local.get $found))

  ;; Counts a distance in the histogram, and writes it down.
  (func $count (param $at i32) (param $distance i32)
    (i32.store16 (local.get $at) (local.get $distance))
    (local.set $distance (i32.shl (local.get $distance) (i32.const 2)))
    (i32.store offset=41472
      (local.get $distance)
      (i32.add (i32.load offset=41472 (local.get $distance)) (i32.const 1))))

  ;; Hamming distances of `count` rows of `bytes` sign bits (a multiple of 8) to the query's, u16 each.
  (func (export "scanBits") (param $row i32) (param $bytes i32) (param $count i32) (param $out i32)
    (local $q0 i64) (local $q1 i64) (local $q2 i64) (local $q3 i64) (local $b i32) (local $sum i64)
    (if (i32.eq (local.get $bytes) (i32.const 32))
      (then
        (local.set $q0 (i64.load offset=40960 (i32.const 0)))
        (local.set $q1 (i64.load offset=40968 (i32.const 0)))
        (local.set $q2 (i64.load offset=40976 (i32.const 0)))
        (local.set $q3 (i64.load offset=40984 (i32.const 0)))
        (block $done
          (loop $one
            (br_if $done (i32.eqz (local.get $count)))
            (call $count
              (local.get $out)
              (i32.wrap_i64
                (i64.add
                  (i64.add
                    (i64.popcnt (i64.xor (local.get $q0) (i64.load (local.get $row))))
                    (i64.popcnt (i64.xor (local.get $q1) (i64.load offset=8 (local.get $row)))))
                  (i64.add
                    (i64.popcnt (i64.xor (local.get $q2) (i64.load offset=16 (local.get $row))))
                    (i64.popcnt (i64.xor (local.get $q3) (i64.load offset=24 (local.get $row))))))))
            (local.set $row (i32.add (local.get $row) (i32.const 32)))
            (local.set $out (i32.add (local.get $out) (i32.const 2)))
            (local.set $count (i32.sub (local.get $count) (i32.const 1)))
            (br $one)))
        (return)))
    (block $done
      (loop $one
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $b (i32.const 0))
        (local.set $sum (i64.const 0))
        (loop $word
          (local.set $sum
            (i64.add
              (local.get $sum)
              (i64.popcnt
                (i64.xor
                  (i64.load offset=40960 (local.get $b))
                  (i64.load (i32.add (local.get $row) (local.get $b)))))))
          (br_if $word
            (i32.lt_u (local.tee $b (i32.add (local.get $b) (i32.const 8))) (local.get $bytes))))
        (call $count (local.get $out) (i32.wrap_i64 (local.get $sum)))
        (local.set $row (i32.add (local.get $row) (local.get $bytes)))
        (local.set $out (i32.add (local.get $out) (i32.const 2)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $one))))

  ;; Appends to the `found` candidates every slot nearer than `limit`, and those exactly as far while the scratch
  ;; says they are welcome. Gives how many candidates there are.
  (func (export "collectNear")
    (param $distances i32) (param $count i32) (param $slot i32) (param $limit i32)
    (param $found i32) (result i32)
    (local $d i32) (local $ties i32) (local $wide v128)
    (local.set $ties (i32.load offset=57920 (i32.const 0)))
    (local.set $wide (i16x8.splat (local.get $limit)))
    (block $done
      (loop $one
        (br_if $done (i32.eqz (local.get $count)))
        ;; Eight that are all too far are passed over at once.
        (if (i32.ge_u (local.get $count) (i32.const 8))
          (then
            (if (i32.eqz (v128.any_true (i16x8.le_u (v128.load (local.get $distances)) (local.get $wide))))
              (then
                (local.set $distances (i32.add (local.get $distances) (i32.const 16)))
                (local.set $slot (i32.add (local.get $slot) (i32.const 8)))
                (local.set $count (i32.sub (local.get $count) (i32.const 8)))
                (br $one)))))
        (local.set $d (i32.load16_u (local.get $distances)))
        (block $far
          (br_if $far (i32.gt_u (local.get $d) (local.get $limit)))
          (if (i32.eq (local.get $d) (local.get $limit))
            (then
              (br_if $far (i32.eqz (local.get $ties)))
              (local.set $ties (i32.sub (local.get $ties) (i32.const 1)))))
          (i32.store offset=65536 (i32.shl (local.get $found) (i32.const 2)) (local.get $slot))
          (local.set $found (i32.add (local.get $found) (i32.const 1))))
        (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
        (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $one)))
    (i32.store offset=57920 (i32.const 0) (local.get $ties))
    (local.get $found))

  ;; One round of the checksum: 16 lanes of 32 bits, each (h ^ word) * prime, its high bits folded down.
  (func $round (param $h v128) (param $word v128) (result v128)
    (local.set $h
      (i32x4.mul
        (v128.xor (local.get $h) (local.get $word))
        (v128.const i32x4 0x9e3779b1 0x9e3779b1 0x9e3779b1 0x9e3779b1)))
    (v128.xor (local.get $h) (i32x4.shr_u (local.get $h) (i32.const 15))))

  ;; Checksums of `count` blocks of 4096 bytes, u32 each.
  (func (export "checksumBlocks") (param $block i32) (param $count i32) (param $out i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $prime v128) (local $end i32)
    (local.set $prime (v128.const i32x4 0x9e3779b1 0x9e3779b1 0x9e3779b1 0x9e3779b1))
    (block $done
      (loop $one
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $a (v128.const i32x4 1 2 3 4))
        (local.set $b (v128.const i32x4 5 6 7 8))
        (local.set $c (v128.const i32x4 9 10 11 12))
        (local.set $d (v128.const i32x4 13 14 15 16))
        (local.set $end (i32.add (local.get $block) (i32.const 4096)))
        (loop $next
          ;; Written out: a call a word is most of the cost before V8 has optimised this.
          (local.set $a (i32x4.mul (v128.xor (local.get $a) (v128.load (local.get $block))) (local.get $prime)))
          (local.set $a (v128.xor (local.get $a) (i32x4.shr_u (local.get $a) (i32.const 15))))
          (local.set $b (i32x4.mul (v128.xor (local.get $b) (v128.load offset=16 (local.get $block))) (local.get $prime)))
          (local.set $b (v128.xor (local.get $b) (i32x4.shr_u (local.get $b) (i32.const 15))))
          (local.set $c (i32x4.mul (v128.xor (local.get $c) (v128.load offset=32 (local.get $block))) (local.get $prime)))
          (local.set $c (v128.xor (local.get $c) (i32x4.shr_u (local.get $c) (i32.const 15))))
          (local.set $d (i32x4.mul (v128.xor (local.get $d) (v128.load offset=48 (local.get $block))) (local.get $prime)))
          (local.set $d (v128.xor (local.get $d) (i32x4.shr_u (local.get $d) (i32.const 15))))
          (br_if $next
            (i32.lt_u (local.tee $block (i32.add (local.get $block) (i32.const 64))) (local.get $end))))
        (local.set $a (call $round (call $round (call $round (local.get $a) (local.get $b)) (local.get $c)) (local.get $d)))
        ;; The four lanes that are left, one after the other.
        (i32.store
          (local.get $out)
          (call $fold
            (call $fold
              (call $fold
                (i32x4.extract_lane 0 (local.get $a))
                (i32x4.extract_lane 1 (local.get $a)))
              (i32x4.extract_lane 2 (local.get $a)))
            (i32x4.extract_lane 3 (local.get $a))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $one))))

  ;; The same round on a single lane.
  (func $fold (param $h i32) (param $word i32) (result i32)
    (local.set $h (i32.mul (i32.xor (local.get $h) (local.get $word)) (i32.const 0x9e3779b1)))
    (i32.xor (local.get $h) (i32.shr_u (local.get $h) (i32.const 15)))))
