;; Scores trees in the layout by feature, four rows at a time (see forest.ts). `npm run generate` compiles it to forest.wasm.
(module
  (memory (export "memory") 1)

  ;; plan, planEnd  features to test per row: byte offset of the feature in its row, start and end of its tests
  ;; a test         threshold (f32), byte offset of its tree in `possible`, mask of leaves reachable above the threshold
  ;; atFirst        mask of initially reachable leaves, one i32 per tree
  ;; possible       buffer for the same masks of four rows, 16 bytes per tree
  ;; values         leaf values (f32), 32 entries per tree
  ;; rows           `count` rows of `width` bytes, padded to a multiple of four rows
  ;; scores         buffer for one f32 per row, padded likewise
  (func (export "score")
    (param $plan i32) (param $planEnd i32) (param $atFirst i32) (param $possible i32) (param $trees i32)
    (param $values i32) (param $rows i32) (param $width i32) (param $count i32) (param $scores i32) (param $base f64)
    (local $row i32) (local $step i32) (local $test i32) (local $testEnd i32) (local $at i32) (local $tree i32)
    (local $leaves i32) (local $value v128) (local $above v128)
    (local $one f64) (local $two f64) (local $three f64) (local $four f64)
    (block $done
      (loop $nextRows
        (br_if $done (i32.ge_s (local.get $row) (local.get $count)))

        (local.set $tree (i32.const 0))
        (loop $nextStart
          (v128.store
            (i32.add (local.get $possible) (i32.shl (local.get $tree) (i32.const 4)))
            (v128.load32_splat (i32.add (local.get $atFirst) (i32.shl (local.get $tree) (i32.const 2)))))
          (local.set $tree (i32.add (local.get $tree) (i32.const 1)))
          (br_if $nextStart (i32.lt_s (local.get $tree) (local.get $trees))))

        (local.set $step (local.get $plan))
        (block $asked
          (loop $nextFeature
            (br_if $asked (i32.ge_u (local.get $step) (local.get $planEnd)))
            (local.set $at (i32.add (local.get $rows) (i32.load (local.get $step))))
            (local.set $value (v128.load32_zero (local.get $at)))
            (local.set $at (i32.add (local.get $at) (local.get $width)))
            (local.set $value (v128.load32_lane 1 (local.get $at) (local.get $value)))
            (local.set $at (i32.add (local.get $at) (local.get $width)))
            (local.set $value (v128.load32_lane 2 (local.get $at) (local.get $value)))
            (local.set $at (i32.add (local.get $at) (local.get $width)))
            (local.set $value (v128.load32_lane 3 (local.get $at) (local.get $value)))
            (local.set $test (i32.load offset=4 (local.get $step)))
            (local.set $testEnd (i32.load offset=8 (local.get $step)))
            (block $tested
              (loop $nextTest
                (br_if $tested (i32.ge_u (local.get $test) (local.get $testEnd)))
                ;; NaN counts as above the threshold, as in direct traversal.
                (local.set $above
                  (v128.not (f32x4.le (local.get $value) (v128.load32_splat (local.get $test)))))
                (br_if $tested (i32.eqz (v128.any_true (local.get $above))))
                (local.set $at (i32.add (local.get $possible) (i32.load offset=4 (local.get $test))))
                (v128.store (local.get $at)
                  (v128.andnot
                    (v128.load (local.get $at))
                    (v128.andnot (local.get $above) (v128.load32_splat offset=8 (local.get $test)))))
                (local.set $test (i32.add (local.get $test) (i32.const 12)))
                (br $nextTest)))
            (local.set $step (i32.add (local.get $step) (i32.const 12)))
            (br $nextFeature)))

        (local.set $one (local.get $base))
        (local.set $two (local.get $base))
        (local.set $three (local.get $base))
        (local.set $four (local.get $base))
        (local.set $tree (i32.const 0))
        (loop $nextTree
          (local.set $at (i32.add (local.get $possible) (i32.shl (local.get $tree) (i32.const 4))))
          (local.set $leaves (i32.add (local.get $values) (i32.shl (local.get $tree) (i32.const 7))))
          (local.set $one (f64.add (local.get $one) (f64.promote_f32 (f32.load
            (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32.load (local.get $at))) (i32.const 2)))))))
          (local.set $two (f64.add (local.get $two) (f64.promote_f32 (f32.load
            (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32.load offset=4 (local.get $at))) (i32.const 2)))))))
          (local.set $three (f64.add (local.get $three) (f64.promote_f32 (f32.load
            (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32.load offset=8 (local.get $at))) (i32.const 2)))))))
          (local.set $four (f64.add (local.get $four) (f64.promote_f32 (f32.load
            (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32.load offset=12 (local.get $at))) (i32.const 2)))))))
          (local.set $tree (i32.add (local.get $tree) (i32.const 1)))
          (br_if $nextTree (i32.lt_s (local.get $tree) (local.get $trees))))

        (local.set $at (i32.add (local.get $scores) (i32.shl (local.get $row) (i32.const 2))))
        (f32.store (local.get $at) (f32.demote_f64 (local.get $one)))
        (f32.store offset=4 (local.get $at) (f32.demote_f64 (local.get $two)))
        (f32.store offset=8 (local.get $at) (f32.demote_f64 (local.get $three)))
        (f32.store offset=12 (local.get $at) (f32.demote_f64 (local.get $four)))

        (local.set $rows (i32.add (local.get $rows) (i32.shl (local.get $width) (i32.const 2))))
        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (br $nextRows)))))
