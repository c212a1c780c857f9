import "@remix-run/node";

declare module "@remix-run/node" {
  /** Loaders' and actions' types as they arrive with single fetch. */
  interface Future {
    v3_singleFetch: true;
  }
}
