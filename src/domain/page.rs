//! Paging: which part of a list is asked for, and which part is answered.

use super::Invalid;

/// The most that a list gives on one page (rulings: `limit` is 1 to 100).
pub const LIMIT_MAX: u32 = 100;
/// What a list gives on one page when the caller does not say.
pub const LIMIT_DEFAULT: u32 = 20;

/// Which part of a list is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paging {
    /// From 1.
    pub page: u32,
    /// Items on a page.
    pub limit: u32,
}

impl Paging {
    /// A page (from 1) of a list with `limit` (1 to 100) items each.
    pub fn new(page: Option<u32>, limit: Option<u32>) -> Result<Self, Invalid> {
        let paging = Self {
            page: page.unwrap_or(1),
            limit: limit.unwrap_or(LIMIT_DEFAULT),
        };
        if paging.page == 0 {
            return Err(Invalid::new("page", "page counts from 1"));
        }
        if paging.limit == 0 || paging.limit > LIMIT_MAX {
            return Err(Invalid::new("limit", "limit must be between 1 and 100"));
        }
        Ok(paging)
    }

    /// The first page with at most `limit` items, which may go beyond what callers may ask for.
    pub fn first(limit: u32) -> Self {
        Self { page: 1, limit }
    }

    /// How many items come before this page.
    pub fn offset(self) -> u64 {
        u64::from(self.page - 1) * u64::from(self.limit)
    }

    /// The same for a list in memory: how many items to skip, and how many to take at most.
    pub fn range(self) -> (usize, usize) {
        let skip = usize::try_from(self.offset()).unwrap_or(usize::MAX);
        (skip, self.limit as usize)
    }
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// What stands on this page.
    pub items: Vec<T>,
    /// How many items the whole list has.
    pub total: u64,
    /// Which part it is.
    pub paging: Paging,
}

impl<T> Page<T> {
    /// How many pages the whole list has: 0 when it is empty.
    pub fn total_pages(&self) -> u64 {
        self.total.div_ceil(u64::from(self.paging.limit))
    }

    /// Whether something comes after this page.
    pub fn has_more(&self) -> bool {
        u64::from(self.paging.page) < self.total_pages()
    }

    /// The same page with each item turned by `turn`.
    pub fn map<U>(self, turn: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(turn).collect(),
            total: self.total,
            paging: self.paging,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_1_to_100_and_pages_count_from_1() {
        assert_eq!(Paging::new(None, None), Ok(Paging { page: 1, limit: 20 }));
        assert!(Paging::new(Some(1), Some(100)).is_ok());
        assert_eq!(Paging::new(None, Some(101)).unwrap_err().field, "limit");
        assert_eq!(Paging::new(None, Some(0)).unwrap_err().field, "limit");
        assert_eq!(Paging::new(Some(0), None).unwrap_err().field, "page");
    }

    #[test]
    fn the_last_page_may_be_short() {
        let page = |page, total| Page::<()> {
            items: vec![],
            total,
            paging: Paging { page, limit: 9 },
        };
        assert_eq!(page(1, 0).total_pages(), 0);
        assert_eq!(page(1, 9).total_pages(), 1);
        assert_eq!(page(1, 10).total_pages(), 2);
        assert!(page(1, 10).has_more());
        assert!(!page(2, 10).has_more());
    }

    #[test]
    fn the_offset_of_the_last_page_of_all_does_not_overflow() {
        let paging = Paging::new(Some(u32::MAX), Some(100)).unwrap();
        assert_eq!(paging.offset(), u64::from(u32::MAX - 1) * 100);
    }
}
