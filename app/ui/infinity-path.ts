/** The logo ∞ as one line in `viewBox="0 0 120 60"`. */
export const infinityPath =
  "M60 30C50 16 42 8 30 8a22 22 0 0 0 0 44c12 0 20-8 30-22S78 8 90 8a22 22 0 0 1 0 44C78 52 70 44 60 30z";
