import { costs, type FieldCosts, perParent } from '../../graph/cost.ts';
import { listQuestions } from '../../platform/routes/question.ts';

export const questionCosts: FieldCosts = {
  'Course.questions': costs(perParent(listQuestions, 'includeRemoved')),
};
