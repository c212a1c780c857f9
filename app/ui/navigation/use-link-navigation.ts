import { useNavigate } from "@remix-run/react";
import { type MouseEvent, useCallback } from "react";

/** Lets plain links navigate without a reload: 400 `Link`s for 200 cards take a third of the render time. */
export function useLinkNavigation(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      const link = (event.target as Element).closest("a");
      const isModifiedClick =
        event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || isModifiedClick || event.defaultPrevented) return;
      event.preventDefault();
      navigate(link.pathname + link.search, { preventScrollReset: true });
    },
    [navigate],
  );
}
