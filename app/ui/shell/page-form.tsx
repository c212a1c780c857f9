import {
  Form,
  type FormProps,
  Link,
  type LinkProps,
  useFetcher,
  useSubmit,
} from "@remix-run/react";
import { useCallback } from "react";
import { useDialog } from "./dialog.tsx";
import { failureToast } from "../live/toast.tsx";

/** In a dialog, keeps the page's scroll position, and adds no history entry for the form. */
export function PageForm(props: Omit<FormProps, "method">) {
  const isInDialog = useDialog() !== null;
  return <Form method="post" preventScrollReset={isInDialog} replace={isInDialog} {...props} />;
}

const fetcherKey = "button-form";

/** Posts to a URL without a page. The page itself must show `useButtonForms().failure`. */
export function ButtonForm(props: Omit<FormProps, "method">) {
  const isInDialog = useDialog() !== null;
  return (
    <Form
      method="post"
      navigate={false}
      fetcherKey={fetcherKey}
      preventScrollReset={isInDialog}
      {...props}
    />
  );
}

/** Submits a button whose fields only a script can provide. */
export function useButtonSubmit() {
  const send = useSubmit();
  const submit = useCallback(
    (fields: Record<string, string>, action: string) =>
      send(fields, { method: "post", action, navigate: false, fetcherKey }),
    [send],
  );
  return { submit, isBusy: useButtonForms().sending !== undefined };
}

export function useButtonForms() {
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
