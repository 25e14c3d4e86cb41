//! Paging: the requested page of a list, and the page itself.

use super::ValidationError;

/// The most items on one page (rulings: `limit` is 1 to 100).
pub const LIMIT_MAX: u32 = 100;
/// The default number of items on a page.
pub const LIMIT_DEFAULT: u32 = 20;

/// The requested page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paging {
    /// The page number, from 1.
    pub page: u32,
    /// The number of items on a page.
    pub limit: u32,
}

impl Paging {
    /// Validates a page number (from 1) and a `limit` (1 to 100); applies the defaults.
    pub fn new(page: Option<u32>, limit: Option<u32>) -> Result<Self, ValidationError> {
        let paging = Self {
            page: page.unwrap_or(1),
            limit: limit.unwrap_or(LIMIT_DEFAULT),
        };
        if paging.page == 0 {
            return ValidationError::reject("page", "page counts from 1");
        }
        if paging.limit == 0 || paging.limit > LIMIT_MAX {
            return ValidationError::reject("limit", "limit must be between 1 and 100");
        }
        Ok(paging)
    }

    /// The first page with at most `limit` items, without the upper bound for clients.
    pub fn first(limit: u32) -> Self {
        Self { page: 1, limit }
    }

    /// The number of items before this page.
    pub fn offset(self) -> u64 {
        u64::from(self.page - 1) * u64::from(self.limit)
    }

    /// The same for a list in memory: the number of items to skip and the most to take.
    pub fn range(self) -> (usize, usize) {
        let skip = usize::try_from(self.offset()).unwrap_or(usize::MAX);
        (skip, self.limit as usize)
    }
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The items of this page.
    pub items: Vec<T>,
    /// The number of items in the whole list.
    pub total: u64,
    /// The page number and size.
    pub paging: Paging,
}

impl<T> Page<T> {
    /// The number of pages of the whole list: 0 when it is empty.
    pub fn total_pages(&self) -> u64 {
        self.total.div_ceil(u64::from(self.paging.limit))
    }

    /// Whether there is another page after this one.
    pub fn has_more(&self) -> bool {
        u64::from(self.paging.page) < self.total_pages()
    }

    /// Maps each item with `convert`.
    pub fn map<U>(self, convert: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(convert).collect(),
            total: self.total,
            paging: self.paging,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_limits_of_1_to_100_and_pages_from_1() {
        assert_eq!(Paging::new(None, None), Ok(Paging { page: 1, limit: 20 }));
        assert!(Paging::new(Some(1), Some(100)).is_ok());
        assert_eq!(Paging::new(None, Some(101)).unwrap_err().field, "limit");
        assert_eq!(Paging::new(None, Some(0)).unwrap_err().field, "limit");
        assert_eq!(Paging::new(Some(0), None).unwrap_err().field, "page");
    }

    #[test]
    fn counts_an_incomplete_last_page() {
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
    fn offset_of_the_largest_page_does_not_overflow() {
        let paging = Paging::new(Some(u32::MAX), Some(100)).unwrap();
        assert_eq!(paging.offset(), u64::from(u32::MAX - 1) * 100);
    }
}
