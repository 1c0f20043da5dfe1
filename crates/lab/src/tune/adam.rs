//! The optimizer.

/// Adam (Kingma and Ba, 2014) with the authors' constants and decoupled weight decay
/// (Loshchilov and Hutter, 2017).
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    round: i32,
}

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        Self { mean: vec![0.0; weights], square: vec![0.0; weights], round: 0 }
    }

    /// Descends along the gradient by about `step` in each weight.
    pub(super) fn descend(&mut self, weights: &mut [f32], gradient: &[f32], step: f32, decay: f32) {
        const MEAN_DECAY: f32 = 0.9;
        const SQUARE_DECAY: f32 = 0.999;
        self.round += 1;
        let mean_bias = 1.0 - MEAN_DECAY.powi(self.round);
        let square_bias = 1.0 - SQUARE_DECAY.powi(self.round);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let scale = (*square / square_bias).sqrt() + 1e-8;
            *weight -= step * (*mean / mean_bias / scale + decay * *weight);
        }
    }
}
