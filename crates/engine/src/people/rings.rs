//! The shapes of the occupied hexes around a hex, up to rotation and reflection.

pub(crate) const SHAPES: usize = 13;

/// The shape by the occupied directions.
pub(crate) const SHAPE: [u8; 64] = {
    let mut shapes = [u8::MAX; 64];
    let mut next = 0;
    let mut ring = 0;
    while ring < 64 {
        if shapes[ring as usize] == u8::MAX {
            let mut turn = 0;
            while turn < 6 {
                let turned = (ring << turn | ring >> (6 - turn)) & 0x3f;
                shapes[turned as usize] = next;
                shapes[reflected(turned) as usize] = next;
                turn += 1;
            }
            next += 1;
        }
        ring += 1;
    }
    assert!(next as usize == SHAPES, "another number of shapes");
    shapes
};

const fn reflected(ring: u32) -> u32 {
    let (mut image, mut bit) = (0, 0);
    while bit < 6 {
        image |= (ring >> bit & 1) << (5 - bit);
        bit += 1;
    }
    image
}
