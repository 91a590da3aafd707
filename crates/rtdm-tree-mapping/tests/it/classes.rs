use proptest::prelude::*;
use rtdm_tree_mapping::Classes;

use crate::naive;
use crate::trees::trees;

proptest! {
    #[test]
    fn classes_are_equal_exactly_for_identical_subtrees(left in trees(20, 2), right in trees(20, 2)) {
        let mut classes = Classes::new();
        let left_classes = classes.add(&left);
        let right_classes = classes.add(&right);
        for x in left.nodes() {
            for y in right.nodes() {
                let equal = left_classes[x.index()] == right_classes[y.index()];
                prop_assert_eq!(equal, naive::identical(&left, x, &right, y));
            }
        }
    }

    #[test]
    fn find_gives_what_add_gave_and_nothing_else(left in trees(20, 3), right in trees(20, 3)) {
        let mut classes = Classes::new();
        let left_classes = classes.add(&left);
        let found = classes.find(&right);
        for x in left.nodes() {
            for y in right.nodes() {
                let equal = left_classes[x.index()] == found[y.index()];
                prop_assert_eq!(equal, naive::identical(&left, x, &right, y));
            }
        }
    }
}
