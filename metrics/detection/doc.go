// Package detection scores detectors that report labelled boxes with a confidence: average precision (AP) and average recall
// (AR) as the COCO and Pascal VOC challenges define them.
//
// [COCO] returns the twelve numbers that pycocotools prints, decides every match as it does, and only rounds the final
// means in another order. [VOC] returns the average precision of the VOC devkit in its two forms. [AveragePrecision] is
// the last step of both, for a ranking that was judged elsewhere.
//
// These numbers judge a ranking over a whole data set: they need a score for every box. For boxes without scores, pair them
// with metrics/geometry and count. Package evaltest/detection has a gate on COCO's numbers, for go test.
package detection
