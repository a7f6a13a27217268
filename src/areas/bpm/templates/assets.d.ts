declare module "*.bpmn" {
  const text: string;
  export default text;
}
