// A stylesheet, which vite puts on the page.
declare module '*.css';
