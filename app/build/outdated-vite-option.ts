/**
 * React Router 7.18 passes Vite 8 an option that Vite has renamed, and Vite warns three times. Can go when React Router passes the
 * new name.
 */
export const outdatedViteOption = "The `envFile` option is deprecated";
