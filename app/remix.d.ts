import "@remix-run/node";

declare module "@remix-run/node" {
  /** Types loaders and actions for single fetch. */
  interface Future {
    v3_singleFetch: true;
  }
}
