//! Holm's correction for many comparisons.

/// Corrected p-values in the order given. Comparing each with 0.05 keeps the chance of any false alarm among all of
/// them at 5 %, whatever depends on what.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![0.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (place, &index) in order.iter().enumerate() {
        let still_tested = (p_values.len() - place) as f64;
        largest = largest.max(p_values[index] * still_tested).min(1.0);
        corrected[index] = largest;
    }
    corrected
}
