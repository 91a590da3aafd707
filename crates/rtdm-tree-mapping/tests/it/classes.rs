use proptest::prelude::*;
use rtdm_tree_mapping::Classes;

use crate::naive;
use crate::trees::trees;

proptest! {
    #[test]
    fn classes_are_equal_exactly_for_identical_subtrees(left in trees(20, 2), right in trees(20, 2)) {
        let mut classes = Classes::new();
        let left_classes = classes.add(&left);
        // What is found has the classes that it would be added with, or some that nothing else has.
        let (found, added) = (classes.find(&right), classes.add(&right));
        for x in left.nodes() {
            for y in right.nodes() {
                let equal = [&found, &added].map(|classes| left_classes[x.index()] == classes[y.index()]);
                prop_assert_eq!(equal, [naive::identical(&left, x, &right, y); 2]);
            }
        }
    }
}
