import { Form, type FormProps, Link, type LinkProps, useFetcher } from "@remix-run/react";
import { useDialog } from "./dialog.tsx";
import { failureToast } from "./toast.tsx";

/** A form that may stand in a dialog: then the page behind stays where it was scrolled to, and Back does not return here. */
export function PageForm(props: Omit<FormProps, "method">) {
  const isInDialog = useDialog() !== null;
  return <Form method="post" preventScrollReset={isInDialog} replace={isInDialog} {...props} />;
}

const fetcherKey = "button-form";

/** A form whose URL is no page: what it stands on stays where it is, also when it fails (`useButtonForms`). */
export function ButtonForm(props: Omit<FormProps, "method">) {
  const isInDialog = useDialog() !== null;
  return <Form method="post" navigate={false} fetcherKey={fetcherKey} preventScrollReset={isInDialog} {...props} />;
}

/** For the page that they stand on: the URL that one of them is sending to, and what went wrong with the last. */
export function useButtonForms() {
  const { state, formAction, data } = useFetcher({ key: fetcherKey });
  return { sending: formAction, failure: state === "idle" ? failureToast(data) : undefined };
}

/** A link that may stand in a dialog, to another that takes its place there. */
export function PageLink(props: LinkProps) {
  const isInDialog = useDialog() !== null;
  return <Link preventScrollReset={isInDialog} replace={isInDialog} {...props} />;
}
