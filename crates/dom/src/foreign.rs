//! Names of SVG and MathML that have capitals or a namespace of their own (section 13.2.6.5 of the standard).

use crate::Namespace;

/// Returns the spelling of an SVG element's name if it has capitals. `name` must be in lower case.
pub(crate) fn element_name(namespace: Namespace, name: &str) -> Option<&'static str> {
    (namespace == Namespace::Svg).then(|| with_capitals(&SVG_ELEMENTS, name)).flatten()
}

/// Returns the spelling of a foreign element's attribute if it differs. `name` must be in lower case.
pub(crate) fn attribute_name(namespace: Namespace, name: &str) -> Option<&'static str> {
    match namespace {
        Namespace::Html => None,
        Namespace::MathMl => (name == "definitionurl").then_some("definitionURL"),
        Namespace::Svg => with_capitals(&SVG_ATTRIBUTES, name),
    }
}

fn with_capitals(table: &[&'static str], name: &str) -> Option<&'static str> {
    // The tables are sorted by the names in lower case, in which they are compared here.
    table
        .binary_search_by(|row| row.bytes().map(|byte| byte.to_ascii_lowercase()).cmp(name.bytes()))
        .ok()
        .map(|row| table[row])
}

/// Cuts a text into its names, which are separated by single spaces.
const fn names<const N: usize>(text: &'static str) -> [&'static str; N] {
    let mut names = [""; N];
    let (mut rest, mut n) = (text, 0);
    while !rest.is_empty() {
        let mut end = 0;
        while end < rest.len() && rest.as_bytes()[end] != b' ' {
            end += 1;
        }
        let (name, after) = rest.split_at(end);
        (names[n], n) = (name, n + 1);
        rest = if after.is_empty() { after } else { after.split_at(1).1 };
    }
    assert!(n == N, "as many names as the list has room for");
    names
}

static SVG_ELEMENTS: [&str; 37] = names(
    "altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix \
     feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight \
     feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology \
     feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient \
     radialGradient textPath",
);

static SVG_ATTRIBUTES: [&str; 58] = names(
    "attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode \
     filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines \
     keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits \
     numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ \
     preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions \
     requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles \
     surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget xChannelSelector \
     yChannelSelector zoomAndPan",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found() {
        for name in SVG_ELEMENTS {
            assert_eq!(element_name(Namespace::Svg, &name.to_ascii_lowercase()), Some(name));
            assert_eq!(element_name(Namespace::Html, &name.to_ascii_lowercase()), None);
        }
        for name in SVG_ATTRIBUTES {
            assert_eq!(attribute_name(Namespace::Svg, &name.to_ascii_lowercase()), Some(name));
        }
        assert_eq!(attribute_name(Namespace::MathMl, "definitionurl"), Some("definitionURL"));
        assert_eq!(element_name(Namespace::Svg, "circle"), None);
    }
}
