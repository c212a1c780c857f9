import { Form, type FormProps, Link, type LinkProps, useFetcher } from "@remix-run/react";
import { useDialog } from "./dialog.tsx";
import { failureToast } from "./toast.tsx";

/** A form that may be in a dialog. There, the page below stays scrolled where it is, and Back does not return here. */
export function PageForm(props: Omit<FormProps, "method">) {
  const isInDialog = useDialog() !== null;
  return <Form method="post" preventScrollReset={isInDialog} replace={isInDialog} {...props} />;
}

const fetcherKey = "button-form";

/** A form that posts to a URL without a page. If that fails, its page stays and shows `useButtonForms().failure`. */
export function ButtonForm(props: Omit<FormProps, "method">) {
  const isInDialog = useDialog() !== null;
  return <Form method="post" navigate={false} fetcherKey={fetcherKey} preventScrollReset={isInDialog} {...props} />;
}

/** For the page of button forms: the URL one of them is posting to, and the last one's failure. */
export function useButtonForms() {
  const { state, formAction, data } = useFetcher({ key: fetcherKey });
  return { sending: formAction, failure: state === "idle" ? failureToast(data) : undefined };
}

/** A link that may be in a dialog, to another dialog that replaces it. */
export function PageLink(props: LinkProps) {
  const isInDialog = useDialog() !== null;
  return <Link preventScrollReset={isInDialog} replace={isInDialog} {...props} />;
}
