import type { Response } from "express";

export function sendPlainPage(res: Response, status: number, title: string, text: string): void {
  res
    .status(status)
    .type("html")
    .send(
      `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${title} · Mila</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`,
    );
}
