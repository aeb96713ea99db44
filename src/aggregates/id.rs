//! The ids that aggregates carry: bigint, text or uuid, one kind in one state.

use gbrain_rank_core::codec::{Reader, Writer};
use pgrx::prelude::*;
use pgrx::{Uuid, pg_sys};

/// One id. The order is that of the type, text by bytes (COLLATE "C").
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Id {
    Bigint(i64),
    Text(Box<[u8]>),
    Uuid([u8; 16]),
}

/// An argument type that can be an id.
pub trait IntoId {
    fn into_id(self) -> Id;
}

impl IntoId for i64 {
    fn into_id(self) -> Id {
        Id::Bigint(self)
    }
}

/// The bytes of a `text`: read as they are, so that an id can be text of any encoding.
impl IntoId for &[u8] {
    fn into_id(self) -> Id {
        Id::Text(self.into())
    }
}

impl IntoId for Uuid {
    fn into_id(self) -> Id {
        Id::Uuid(*self.as_bytes())
    }
}

impl Id {
    /// The id as a datum of its type, allocated in the current memory context.
    pub fn into_datum(self) -> Option<pg_sys::Datum> {
        match self {
            Self::Bigint(id) => id.into_datum(),
            // It came from a text argument, so it is valid in the server's encoding; bytea, which
            // this makes, has the header that text has.
            Self::Text(id) => id.as_ref().into_datum(),
            Self::Uuid(id) => Uuid::from_bytes(id).into_datum(),
        }
    }

    pub fn write(&self, writer: &mut Writer) {
        match self {
            Self::Bigint(id) => writer.u32(0).i64(*id),
            Self::Text(id) => writer.u32(1).bytes(id),
            Self::Uuid(id) => writer.u32(2).raw(id),
        };
    }

    pub fn read(reader: &mut Reader<'_>) -> Option<Self> {
        match reader.u32()? {
            0 => reader.i64().map(Self::Bigint),
            1 => reader.bytes().map(|id| Self::Text(id.into())),
            2 => reader.array().map(Self::Uuid),
            _ => None,
        }
    }
}
