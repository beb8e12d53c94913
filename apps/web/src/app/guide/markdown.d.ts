declare module '*.md' {
  const document: unknown;
  export default document;
}
