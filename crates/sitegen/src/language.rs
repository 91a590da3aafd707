//! The languages, and the words that all frames of a language use.

/// The language and script of a site's words.
///
/// English has real words and a small grammar. The other languages have real function words and interface words
/// between invented words. Their letters, lengths and frequencies are plausible, but they mean nothing.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Language {
    /// Latin letters.
    #[default]
    English,
    /// Latin letters with many diacritics.
    Czech,
    /// Cyrillic letters.
    Russian,
    /// Arabic letters, from right to left.
    Arabic,
    /// Han characters, no spaces.
    Chinese,
    /// Kana and Han characters, no spaces.
    Japanese,
}

/// The texts of the frame of any site.
#[derive(Debug)]
pub(crate) struct Interface {
    pub(crate) home: &'static str,
    pub(crate) about: &'static str,
    pub(crate) contact: &'static str,
    pub(crate) search: &'static str,
    pub(crate) more: &'static str,
    pub(crate) by: &'static str,
    pub(crate) related: &'static str,
    pub(crate) advertisement: &'static str,
    pub(crate) offer: &'static str,
    pub(crate) order: &'static str,
    pub(crate) rights: &'static str,
    pub(crate) privacy: &'static str,
    pub(crate) comments: &'static str,
    pub(crate) parameters: &'static str,
    pub(crate) returns: &'static str,
    pub(crate) example: &'static str,
    pub(crate) labels: [&'static str; 6],
    pub(crate) colors: [&'static str; 5],
}

impl Language {
    /// All languages, in the order of their declaration.
    pub const ALL: [Language; 6] = [
        Language::English,
        Language::Czech,
        Language::Russian,
        Language::Arabic,
        Language::Chinese,
        Language::Japanese,
    ];

    /// Returns the language tag, as in the `lang` attribute.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Czech => "cs",
            Language::Russian => "ru",
            Language::Arabic => "ar",
            Language::Chinese => "zh",
            Language::Japanese => "ja",
        }
    }

    /// Returns the writing direction, as in the `dir` attribute.
    pub fn direction(self) -> &'static str {
        if self == Language::Arabic { "rtl" } else { "ltr" }
    }

    /// Returns whether words are written without spaces between them.
    pub(crate) fn is_unspaced(self) -> bool {
        matches!(self, Language::Chinese | Language::Japanese)
    }

    pub(crate) fn interface(self) -> &'static Interface {
        match self {
            Language::English => &ENGLISH,
            Language::Czech => &CZECH,
            Language::Russian => &RUSSIAN,
            Language::Arabic => &ARABIC,
            Language::Chinese => &CHINESE,
            Language::Japanese => &JAPANESE,
        }
    }
}

static ENGLISH: Interface = Interface {
    home: "Home",
    about: "About us",
    contact: "Contact",
    search: "Search",
    more: "Read more",
    by: "By",
    related: "You may also like",
    advertisement: "Advertisement",
    offer: "Only today: save",
    order: "Add to basket",
    rights: "All rights reserved.",
    privacy: "Privacy policy",
    comments: "Leave a comment",
    parameters: "Parameters",
    returns: "Return value",
    example: "Example",
    labels: ["Price", "Maker", "Color", "Weight", "Order number", "In stock"],
    colors: ["Red", "Blue", "Black", "White", "Green"],
};

static CZECH: Interface = Interface {
    home: "Domů",
    about: "O nás",
    contact: "Kontakt",
    search: "Hledat",
    more: "Číst dál",
    by: "Napsal",
    related: "Mohlo by vás zajímat",
    advertisement: "Reklama",
    offer: "Jen dnes: sleva",
    order: "Do košíku",
    rights: "Všechna práva vyhrazena.",
    privacy: "Ochrana soukromí",
    comments: "Přidat komentář",
    parameters: "Parametry",
    returns: "Návratová hodnota",
    example: "Příklad",
    labels: ["Cena", "Výrobce", "Barva", "Hmotnost", "Číslo zboží", "Skladem"],
    colors: ["červená", "modrá", "černá", "bílá", "zelená"],
};

static RUSSIAN: Interface = Interface {
    home: "Главная",
    about: "О нас",
    contact: "Контакты",
    search: "Поиск",
    more: "Читать дальше",
    by: "Автор:",
    related: "Вам может понравиться",
    advertisement: "Реклама",
    offer: "Только сегодня: скидка",
    order: "В корзину",
    rights: "Все права защищены.",
    privacy: "Конфиденциальность",
    comments: "Оставить комментарий",
    parameters: "Параметры",
    returns: "Возвращаемое значение",
    example: "Пример",
    labels: ["Цена", "Производитель", "Цвет", "Вес", "Артикул", "В наличии"],
    colors: ["красный", "синий", "чёрный", "белый", "зелёный"],
};

static ARABIC: Interface = Interface {
    home: "الرئيسية",
    about: "من نحن",
    contact: "اتصل بنا",
    search: "بحث",
    more: "اقرأ المزيد",
    by: "بقلم",
    related: "قد يعجبك أيضا",
    advertisement: "إعلان",
    offer: "اليوم فقط: خصم",
    order: "أضف إلى السلة",
    rights: "جميع الحقوق محفوظة.",
    privacy: "سياسة الخصوصية",
    comments: "أضف تعليقا",
    parameters: "المعاملات",
    returns: "القيمة المعادة",
    example: "مثال",
    labels: ["السعر", "الصانع", "اللون", "الوزن", "رقم الطلب", "المخزون"],
    colors: ["أحمر", "أزرق", "أسود", "أبيض", "أخضر"],
};

static CHINESE: Interface = Interface {
    home: "首页",
    about: "关于我们",
    contact: "联系方式",
    search: "搜索",
    more: "阅读全文",
    by: "作者：",
    related: "相关推荐",
    advertisement: "广告",
    offer: "仅限今日优惠",
    order: "加入购物车",
    rights: "版权所有。",
    privacy: "隐私政策",
    comments: "发表评论",
    parameters: "参数",
    returns: "返回值",
    example: "示例",
    labels: ["价格", "厂商", "颜色", "重量", "货号", "库存"],
    colors: ["红色", "蓝色", "黑色", "白色", "绿色"],
};

static JAPANESE: Interface = Interface {
    home: "ホーム",
    about: "このサイトについて",
    contact: "お問い合わせ",
    search: "検索",
    more: "続きを読む",
    by: "文：",
    related: "おすすめ記事",
    advertisement: "広告",
    offer: "本日限り割引",
    order: "カートに入れる",
    rights: "無断転載を禁じます。",
    privacy: "プライバシーポリシー",
    comments: "コメントする",
    parameters: "引数",
    returns: "戻り値",
    example: "例",
    labels: ["価格", "メーカー", "色", "重さ", "品番", "在庫"],
    colors: ["赤", "青", "黒", "白", "緑"],
};
