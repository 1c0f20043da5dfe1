//! Many games at once: archives streamed, their openings explored, and opening books made of them.

pub mod archive;
pub mod book;
pub mod openings;
