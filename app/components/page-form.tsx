import { Form, type FormProps, Link, type LinkProps } from "@remix-run/react";
import { useDialog } from "./page-dialog.tsx";

/** A form that may stand in a dialog: then the page behind stays where it was scrolled to, and Back does not return here. */
export function PageForm(props: Omit<FormProps, "method">) {
  const isInDialog = useDialog() !== null;
  return <Form method="post" preventScrollReset={isInDialog} replace={isInDialog} {...props} />;
}

/** A link that may stand in a dialog, to another that takes its place there. */
export function PageLink(props: LinkProps) {
  const isInDialog = useDialog() !== null;
  return <Link preventScrollReset={isInDialog} replace={isInDialog} {...props} />;
}
