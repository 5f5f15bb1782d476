//! The kinds of diagnostics. Each has a number that never changes its meaning.

use crate::Severity;

/// Defines the codes: number, name, severity and title in one place.
macro_rules! codes {
    ($($id:ident $name:ident $severity:ident $title:literal;)*) => {
        /// The kind of a diagnostic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!($title, ".")] $name,)*
        }

        impl Code {
            /// All codes in order.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// The number, such as `V101`.
            pub fn id(self) -> &'static str {
                match self { $(Code::$name => stringify!($id),)* }
            }

            /// What it is about, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title,)* }
            }

            /// The page that explains it, in Markdown.
            pub fn page(self) -> &'static str {
                match self {
                    $(Code::$name => {
                        include_str!(concat!(env!("LUDEX_DIAGNOSTICS"), "/", stringify!($id), ".md"))
                    })*
                }
            }

            /// How bad it is.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)* }
            }
        }
    };
}

// 0xx the file, 1xx sprites, 2xx rules, 3xx terminations, 4xx level mapping and levels.
codes! {
    V001 NotAGame               Error   "the file does not start with a game line";
    V002 GeneratorFragment      Error   "a fragment for a generator, not a game";
    V003 OnlyHashes             Error   "a line of nothing but `#`";
    V004 UnreadableLine         Error   "a line that cannot be read";
    V005 UnevenIndentation      Warning "siblings with different indentation";
    V006 NotIndented            Error   "a line outside the game";
    V007 MixedIndentation       Warning "tabs and blanks mixed";
    V008 TitleCase              Error   "a section title in the wrong case";
    V009 OutsideSection         Error   "a line outside every section";
    V010 IgnoredLine            Warning "a line that is ignored";
    V011 MissingSection         Error   "a section that is missing";
    V012 TooLarge               Error   "a game beyond the limits";
    V013 RepeatedParameter      Warning "a parameter given twice";
    V014 IgnoredWord            Warning "a word that is ignored";
    V015 UnknownParameter       Warning "an unknown parameter";
    V016 WrongType              Warning "a value of the wrong type";
    V017 HeaderValue            Error   "a value that the game line cannot have";
    V018 ParameterSpace         Error   "a ParameterSet that cannot be used";
    V019 TooManyDiagnostics     Warning "more diagnostics than are shown";
    V020 IgnoredParameter       Warning "a parameter without effect";
    V021 TooManyMessages        Error   "so many messages that the game ends at once";
    V022 SlashComment           Error   "a comment with slashes";
    V101 UnknownClass           Error   "an unknown sprite class";
    V102 MissingClass           Error   "a sprite without a class";
    V103 OverriddenClass        Warning "a class that a parent's class replaces";
    V104 MissingArrow           Error   "a sprite line without `>`";
    V105 RepeatedSprite         Warning "a sprite defined twice";
    V106 UnknownSpriteParameter Error   "a sprite parameter that names an unknown sprite";
    V107 ConstantName           Warning "a sprite named like a constant";
    V108 UnusedSprite           Warning "a sprite that nothing uses";
    V109 NeverMade              Warning "a sprite that nothing makes";
    V110 ParentMade             Warning "a sprite with children is made";
    V111 UnknownPicture         Warning "a picture that there is not";
    V201 UnknownEffect          Error   "an unknown effect";
    V202 UnknownSprite          Error   "an unknown sprite in a rule";
    V203 MissingParameter       Error   "a required parameter is missing";
    V204 UnknownSpriteArgument  Error   "a parameter that names an unknown sprite";
    V205 RuleWithoutEffect      Error   "a rule of a single word";
    V206 MisplacedTime          Error   "TIME in the wrong place";
    V207 NeedsSecond            Warning "an effect without its second sprite";
    V208 RepeatedEdgeRule       Warning "several rules for one sprite at the edge";
    V209 TimerStart             Warning "a timer that starts at another time than it says";
    V210 EndlessTimer           Error   "a timer that never lets the tick end";
    V211 RuleNeverApplies       Warning "a rule that never applies";
    V212 BadNumberList          Warning "a list that is not of whole numbers";
    V213 UnknownPartner         Warning "a parameter or TIME rule with an unknown sprite";
    V214 OtherOrder             Warning "a rule whose sprites are probably the wrong way round";
    V301 UnknownTermination     Error   "an unknown termination";
    V302 NoTermination          Warning "a game without an end of its own";
    V303 CannotBeWon            Warning "a game that a player cannot win";
    V304 NeverFires             Warning "a termination that never decides";
    V305 FiresAtOnce            Warning "a termination that ends the game at once";
    V306 ShortWinList           Warning "a win for the first player only";
    V307 BadWin                 Warning "a `win` that is neither true nor false";
    V401 UnknownMappedSprite    Warning   "a level character that stands for an unknown sprite";
    V402 RepeatedSymbol         Warning "a level character mapped twice";
    V403 MappingWithoutArrow    Warning "a mapping without `>`";
    V404 LongSymbol             Warning "a mapping for more than one character";
    V405 UnmappedCharacter      Warning "a level character that nothing maps";
    V406 RaggedLevel            Warning "a level with lines of different length";
    V407 NoAvatar               Error   "a level without an avatar";
    V408 TooManyAvatars         Warning "more avatars than players";
    V409 TooFewAvatars          Error   "fewer avatars than players";
    V410 EmptyLevel             Error   "an empty level";
    V411 UnusableCharacter      Error   "a level character that cannot be placed";
    V412 LevelWithoutGame       Error   "a level without its game";
    V413 UnplayableLevel        Error   "a level that cannot be played";
    V414 SpritesLeftOut         Warning "a level with sprites that are left out";
}

impl Code {
    /// The code of this number, in any case of letters.
    pub fn from_id(id: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.id().eq_ignore_ascii_case(id))
    }
}
