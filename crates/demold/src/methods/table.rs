//! What a row of the table of methods expands to.

macro_rules! methods {
    ($($(#[$meta:meta])* $method:ident = $module:ident::$model:ident {
        name: $name:literal,
        about: $about:literal,
        pages: $pages:literal,
        settings: [$($setting:ident),* $(,)?],
    })*) => {
        $(mod $module;)*

        /// How a template is found.
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq, serde::Serialize, serde::Deserialize)]
        pub enum Method {
            $($(#[$meta])* #[serde(rename = $name)] $method,)*
        }

        impl Method {
            /// All methods: those of the papers in their order, then the default.
            pub const ALL: &'static [Method] = &[$(Method::$method),*];

            // Inlined into other crates, it would have them compile every method once more.
            #[inline(never)]
            pub(crate) fn row(self) -> &'static Row {
                match self {
                    $(Method::$method => const {
                        &Row {
                            name: $name,
                            about: $about,
                            pages: $pages,
                            settings: &[$(Setting::$setting),*],
                            draws_twice: <$module::$model as Model>::DRAWS_TWICE,
                            normalize: <$module::$model as Model>::normalize,
                            paper: <$module::$model as Model>::paper,
                            check: <$module::$model as Model>::check_settings,
                            learn: any_model::learn::<$module::$model>,
                            read: any_model::read::<$module::$model>,
                        }
                    },)*
                }
            }
        }
    };
}
