import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript-parser";

/** Returns exports that no file imports, as "file: name". Both parameters are glob patterns. */
export function findUnusedExports(checked: string, users: string): string[] {
  const files = new Map(globSync(users).map((file) => [file, namesIn(file)]));
  const taken = new Set([...files.values()].flatMap((names) => names.taken));
  return globSync(checked)
    .toSorted()
    .filter((file) => !taken.has(`${file}: *`))
    .flatMap((file) => files.get(file)!.exported.map((name) => `${file}: ${name}`))
    .filter((name) => !taken.has(name));
}

/** "*" stands for everything a file exports. */
function namesIn(file: string) {
  const text = readFileSync(file, "utf8");
  const exported: string[] = [];
  const taken: string[] = [];
  const take = (specifier: string, name: string) =>
    void taken.push(`${resolve(file, specifier)}: ${name}`);
  for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = textOf(statement.moduleSpecifier);
      for (const name of importedNames(statement.importClause, text)) take(from, name);
    } else if (ts.isExportDeclaration(statement)) {
      const from = statement.moduleSpecifier && textOf(statement.moduleSpecifier);
      const elements =
        statement.exportClause && ts.isNamedExports(statement.exportClause)
          ? statement.exportClause.elements
          : [];
      for (const { name } of elements) exported.push(name.text);
      for (const { name, propertyName } of elements)
        if (from) take(from, (propertyName ?? name).text);
      if (from && elements.length === 0) take(from, "*");
    } else if (ts.isExportAssignment(statement)) exported.push("default");
    else exported.push(...declaredNames(statement));
  }
  for (const [, names, from = ""] of text.matchAll(
    /(?:\{([^{}]*)\} = await )?\bimport\("([^"]+)"\)/g,
  )) {
    for (const name of names?.split(",") ?? ["*"]) take(from, name.split(":")[0]!.trim());
  }
  return { exported, taken };
}

function importedNames(clause: ts.ImportClause | undefined, text: string): string[] {
  const names = clause?.name ? ["default"] : [];
  const bindings = clause?.namedBindings;
  if (!bindings) return names;
  if (ts.isNamedImports(bindings)) {
    return [
      ...names,
      ...bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text),
    ];
  }
  const used = text.matchAll(new RegExp(`\\b${bindings.name.text}\\.(\\w+)`, "g"));
  return [...names, ...[...used].map(([, name = ""]) => name)];
}

function declaredNames(statement: ts.Statement): string[] {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
  if (!has(ts.SyntaxKind.ExportKeyword)) return [];
  if (has(ts.SyntaxKind.DefaultKeyword)) return ["default"];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  return [(statement as ts.FunctionDeclaration).name?.text ?? ""];
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isBindingElement(element) ? boundNames(element.name) : [],
  );
}

function textOf(specifier: ts.Expression): string {
  return ts.isStringLiteral(specifier) ? specifier.text : "";
}

function resolve(file: string, specifier: string): string {
  const path = specifier.replace(/\?\w+$/, "");
  if (path.startsWith("#")) return path.slice(1);
  return path.startsWith(".") ? join(dirname(file), path) : path;
}
