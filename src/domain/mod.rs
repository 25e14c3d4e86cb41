//! Floor 0: what things are, and the rules on them.
//!
//! Nothing here does I/O or knows of axum, rusqlite or tokio. Constructors validate, so that an
//! invalid value cannot exist above this floor.

pub mod account;
pub mod admin;
pub mod avatar;
pub mod category;
pub mod causes;
pub mod clock;
pub mod code;
pub mod comment;
pub mod email;
pub mod entropy;
pub mod hidden_characters;
pub mod id;
pub mod invalid;
pub mod mail;
pub mod network;
pub mod page;
pub mod password;
pub mod post;
pub mod ranking;
pub mod search;
pub mod slug;
pub mod tag;
pub mod user;

pub use account::Account;
pub use avatar::Avatar;
pub use category::Category;
pub use clock::{Clock, ForwardClock, SystemClock, Time};
pub use entropy::{Entropy, SystemEntropy};
pub use id::{AdminId, AuthorId, CodeId, CommentId, MailId, PostId, TokenId, UserId};
pub use invalid::Invalid;
pub use network::NetworkHash;
pub use page::{Page, Paging};
pub use password::Password;
pub use slug::Slug;
