import {
  Form,
  type FormProps,
  Link,
  type LinkProps,
  useFetcher,
  useSubmit,
} from "@remix-run/react";
import { useCallback, useSyncExternalStore } from "react";
import { useDialog } from "./dialog.tsx";
import { failureToast } from "../live/toast.tsx";

/** In a dialog, keeps the page's scroll position, and adds no history entry for the form. */
export function PageForm(props: Omit<FormProps, "method">) {
  const isInDialog = useDialog() !== null;
  return <Form method="post" preventScrollReset={isInDialog} replace={isInDialog} {...props} />;
}

/**
 * Gives each press its own fetcher. If two presses share one, and the second is refused while the
 * first still loads the page, the router fails at its next navigation.
 */
let presses = 0;
const watchers = new Set<() => void>();

function watchPresses(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function countPress(): void {
  presses += 1;
  for (const watcher of watchers) watcher();
}

const usePresses = () =>
  useSyncExternalStore(
    watchPresses,
    () => presses,
    () => 0,
  );

const keyOf = (press: number) => `button-form-${press}`;

/** Posts to a URL without a page. The page itself must show `useButtonForms().failure`. */
export function ButtonForm({ onSubmit, ...props }: Omit<FormProps, "method">) {
  const isInDialog = useDialog() !== null;
  const press = usePresses();
  return (
    <Form
      method="post"
      navigate={false}
      fetcherKey={keyOf(press)}
      preventScrollReset={isInDialog}
      onSubmit={(event) => {
        onSubmit?.(event);
        if (!event.defaultPrevented) countPress();
      }}
      {...props}
    />
  );
}

/** Submits a button whose fields only a script can provide. */
export function useButtonSubmit() {
  const send = useSubmit();
  const submit = useCallback(
    (fields: Record<string, string>, action: string) => {
      send(fields, { method: "post", action, navigate: false, fetcherKey: keyOf(presses) });
      countPress();
    },
    [send],
  );
  return { submit, isBusy: useButtonForms().sending !== undefined };
}

/** Returns the state of the last press. */
export function useButtonForms() {
  const fetcherKey = keyOf(usePresses() - 1);
  const { state, formAction, data } = useFetcher({ key: fetcherKey });
  return {
    sending: formAction,
    failure: state === "idle" ? failureToast(data, fetcherKey) : undefined,
  };
}

/** In a dialog, replaces the current page with the next one. */
export function PageLink(props: LinkProps) {
  const isInDialog = useDialog() !== null;
  return <Link preventScrollReset={isInDialog} replace={isInDialog} {...props} />;
}
