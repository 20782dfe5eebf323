;; Layers of the network of network.ts. `npm run generate` compiles this file to layers.wasm.
(module
  (memory (export "memory") 1)

  ;; Writes the ranks of `count` rows of features: interpolated between the quantiles of each feature.
  ;;
  ;; rows, rowWidth       first row, and bytes from row to row
  ;; starts, features     byte offset of the knots of each feature, and of the end of the last ones; a multiple of 16 each
  ;; knots                quantiles (f32) in ascending order, filled with infinity to a multiple of four
  ;; ranks, slopes        rank of each quantile, and its growth to the next one, at the same offsets
  ;; output               `features` numbers per row
  (func (export "writeRanks")
    (param $rows i32) (param $rowWidth i32) (param $starts i32) (param $features i32) (param $knots i32)
    (param $ranks i32) (param $slopes i32) (param $output i32) (param $count i32)
    (local $row i32) (local $feature i32) (local $in i32) (local $at i32) (local $end i32) (local $start i32)
    (local $value f32) (local $below v128) (local $all v128)
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_s (local.get $row) (local.get $count)))
        (local.set $feature (i32.const 0))
        (local.set $in (local.get $rows))
        (local.set $start (local.get $starts))
        (loop $nextFeature
          (local.set $value (f32.load (local.get $in)))
          (if (i32.and
                (i32.gt_s (local.get $row) (i32.const 0))
                (f32.eq (local.get $value) (f32.load (i32.sub (local.get $in) (local.get $rowWidth)))))
            (then
              ;; Most values are those of the row before.
              (f32.store (local.get $output)
                (f32.load (i32.sub (local.get $output) (i32.shl (local.get $features) (i32.const 2))))))
            (else
              (local.set $at (i32.load (local.get $start)))
              (local.set $end (i32.load offset=4 (local.get $start)))
              (local.set $value
                (f32.max (local.get $value) (f32.load (i32.add (local.get $knots) (local.get $at)))))
              (local.set $all (f32x4.splat (local.get $value)))
              (local.set $below (v128.const i32x4 0 0 0 0))
              (loop $nextKnots
                ;; A comparison that is true is -1.
                (local.set $below (i32x4.sub (local.get $below)
                  (f32x4.le (v128.load (i32.add (local.get $knots) (local.get $at))) (local.get $all))))
                (local.set $at (i32.add (local.get $at) (i32.const 16)))
                (br_if $nextKnots (i32.lt_s (local.get $at) (local.get $end))))
              (local.set $at (i32.add (i32.load (local.get $start)) (i32.shl
                (i32.sub
                  (i32.add
                    (i32.add (i32x4.extract_lane 0 (local.get $below)) (i32x4.extract_lane 1 (local.get $below)))
                    (i32.add (i32x4.extract_lane 2 (local.get $below)) (i32x4.extract_lane 3 (local.get $below))))
                  (i32.const 1))
                (i32.const 2))))
              (f32.store (local.get $output)
                (f32.add
                  (f32.load (i32.add (local.get $ranks) (local.get $at)))
                  (f32.mul
                    (f32.sub (local.get $value) (f32.load (i32.add (local.get $knots) (local.get $at))))
                    (f32.load (i32.add (local.get $slopes) (local.get $at))))))))
          (local.set $in (i32.add (local.get $in) (i32.const 4)))
          (local.set $start (i32.add (local.get $start) (i32.const 4)))
          (local.set $output (i32.add (local.get $output) (i32.const 4)))
          (local.set $feature (i32.add (local.get $feature) (i32.const 1)))
          (br_if $nextFeature (i32.lt_s (local.get $feature) (local.get $features))))
        (local.set $rows (i32.add (local.get $rows) (local.get $rowWidth)))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $nextRow))))

  ;; Applies a layer to rows, two rows and sixteen columns at a time.
  ;;
  ;; input, inputWidth    first row of the input and its bytes from row to row; `inputs` numbers of each row are read
  ;; weights              matrix (f32), one row of `outputs` numbers per input
  ;; bias                 `outputs` numbers that are added, or 0 for none
  ;; output               first row of the output, `outputs` numbers each
  ;; outputs              a multiple of 16
  ;; count                rows, a multiple of two
  ;; adds                 1 to add the result to the output, 0 to replace it
  ;; rectifies            1 to replace negative results by zero
  (func (export "apply")
    (param $input i32) (param $inputWidth i32) (param $inputs i32) (param $weights i32) (param $bias i32)
    (param $output i32) (param $outputs i32) (param $count i32) (param $adds i32) (param $rectifies i32)
    (local $row i32) (local $column i32) (local $in i32) (local $inEnd i32)
    (local $weight i32) (local $out i32) (local $second i32) (local $outputWidth i32)
    (local $one v128) (local $two v128) (local $w v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local.set $outputWidth (i32.shl (local.get $outputs) (i32.const 2)))
    (block $done
      (loop $nextRows
        (br_if $done (i32.ge_s (local.get $row) (local.get $count)))
        (local.set $column (i32.const 0))
        (loop $nextColumns
          (local.set $out (i32.add (local.get $output) (local.get $column)))
          (local.set $second (i32.add (local.get $out) (local.get $outputWidth)))
          (if (local.get $adds)
            (then
              (local.set $a0 (v128.load (local.get $out)))
              (local.set $a1 (v128.load offset=16 (local.get $out)))
              (local.set $a2 (v128.load offset=32 (local.get $out)))
              (local.set $a3 (v128.load offset=48 (local.get $out)))
              (local.set $b0 (v128.load (local.get $second)))
              (local.set $b1 (v128.load offset=16 (local.get $second)))
              (local.set $b2 (v128.load offset=32 (local.get $second)))
              (local.set $b3 (v128.load offset=48 (local.get $second))))
            (else
              (local.set $a0 (v128.const i32x4 0 0 0 0))
              (local.set $a1 (local.get $a0))
              (local.set $a2 (local.get $a0))
              (local.set $a3 (local.get $a0))
              (local.set $b0 (local.get $a0))
              (local.set $b1 (local.get $a0))
              (local.set $b2 (local.get $a0))
              (local.set $b3 (local.get $a0))))
          (if (local.get $bias)
            (then
              (local.set $in (i32.add (local.get $bias) (local.get $column)))
              (local.set $w (v128.load (local.get $in)))
              (local.set $a0 (f32x4.add (local.get $a0) (local.get $w)))
              (local.set $b0 (f32x4.add (local.get $b0) (local.get $w)))
              (local.set $w (v128.load offset=16 (local.get $in)))
              (local.set $a1 (f32x4.add (local.get $a1) (local.get $w)))
              (local.set $b1 (f32x4.add (local.get $b1) (local.get $w)))
              (local.set $w (v128.load offset=32 (local.get $in)))
              (local.set $a2 (f32x4.add (local.get $a2) (local.get $w)))
              (local.set $b2 (f32x4.add (local.get $b2) (local.get $w)))
              (local.set $w (v128.load offset=48 (local.get $in)))
              (local.set $a3 (f32x4.add (local.get $a3) (local.get $w)))
              (local.set $b3 (f32x4.add (local.get $b3) (local.get $w)))))
          (local.set $in (local.get $input))
          (local.set $inEnd (i32.add (local.get $input) (i32.shl (local.get $inputs) (i32.const 2))))
          (local.set $weight (i32.add (local.get $weights) (local.get $column)))
          (loop $nextInput
            (local.set $one (v128.load32_splat (local.get $in)))
            (local.set $two (v128.load32_splat (i32.add (local.get $in) (local.get $inputWidth))))
            (local.set $w (v128.load (local.get $weight)))
            (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $one) (local.get $w))))
            (local.set $b0 (f32x4.add (local.get $b0) (f32x4.mul (local.get $two) (local.get $w))))
            (local.set $w (v128.load offset=16 (local.get $weight)))
            (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $one) (local.get $w))))
            (local.set $b1 (f32x4.add (local.get $b1) (f32x4.mul (local.get $two) (local.get $w))))
            (local.set $w (v128.load offset=32 (local.get $weight)))
            (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $one) (local.get $w))))
            (local.set $b2 (f32x4.add (local.get $b2) (f32x4.mul (local.get $two) (local.get $w))))
            (local.set $w (v128.load offset=48 (local.get $weight)))
            (local.set $a3 (f32x4.add (local.get $a3) (f32x4.mul (local.get $one) (local.get $w))))
            (local.set $b3 (f32x4.add (local.get $b3) (f32x4.mul (local.get $two) (local.get $w))))
            (local.set $weight (i32.add (local.get $weight) (local.get $outputWidth)))
            (local.set $in (i32.add (local.get $in) (i32.const 4)))
            (br_if $nextInput (i32.lt_u (local.get $in) (local.get $inEnd))))
          (if (local.get $rectifies)
            (then
              (local.set $w (v128.const i32x4 0 0 0 0))
              (local.set $a0 (f32x4.pmax (local.get $w) (local.get $a0)))
              (local.set $a1 (f32x4.pmax (local.get $w) (local.get $a1)))
              (local.set $a2 (f32x4.pmax (local.get $w) (local.get $a2)))
              (local.set $a3 (f32x4.pmax (local.get $w) (local.get $a3)))
              (local.set $b0 (f32x4.pmax (local.get $w) (local.get $b0)))
              (local.set $b1 (f32x4.pmax (local.get $w) (local.get $b1)))
              (local.set $b2 (f32x4.pmax (local.get $w) (local.get $b2)))
              (local.set $b3 (f32x4.pmax (local.get $w) (local.get $b3)))))
          (v128.store (local.get $out) (local.get $a0))
          (v128.store offset=16 (local.get $out) (local.get $a1))
          (v128.store offset=32 (local.get $out) (local.get $a2))
          (v128.store offset=48 (local.get $out) (local.get $a3))
          (v128.store (local.get $second) (local.get $b0))
          (v128.store offset=16 (local.get $second) (local.get $b1))
          (v128.store offset=32 (local.get $second) (local.get $b2))
          (v128.store offset=48 (local.get $second) (local.get $b3))
          (local.set $column (i32.add (local.get $column) (i32.const 64)))
          (br_if $nextColumns (i32.lt_s (local.get $column) (local.get $outputWidth))))
        (local.set $input (i32.add (local.get $input) (i32.shl (local.get $inputWidth) (i32.const 1))))
        (local.set $output (i32.add (local.get $output) (i32.shl (local.get $outputWidth) (i32.const 1))))
        (local.set $row (i32.add (local.get $row) (i32.const 2)))
        (br $nextRows)))))
