import { useEffect, useLayoutEffect } from "react";

/** Runs before the browser takes the next key or press. The server, which runs no effects, would warn of the other one. */
export const useEffectAtOnce = typeof document === "undefined" ? useEffect : useLayoutEffect;
