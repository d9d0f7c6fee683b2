// The words of a sentence as Python objects. Their class is written in Python; its base is here, since millions of
// words are made and read in loops: members of a C struct take a fraction of the time of a Python constructor and
// properties.
#include "python/treebank.h"

#include <structmember.h>

#include <cstddef>

namespace dodona::python {

using namespace nb::literals;

namespace {

struct WordObject {
  PyObject head_of_object;
  PyObject* columns;
  // `columns` keeps the treebank, and that these strings.
  PyObject *form, *lemma, *tag, *label;
  Py_ssize_t number;
  int head;
  const PyTreebank* treebank;
  std::size_t sentence;
};

// Words are not known to the garbage collector: nothing that they refer to leads back to them.
void deallocate(PyObject* self) {
  Py_XDECREF(reinterpret_cast<WordObject*>(self)->columns);
  PyTypeObject* const type = Py_TYPE(self);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

// Makes the word at an index of a sentence.
PyObject* make(PyTypeObject* type, const PyTreebank& treebank, std::size_t sentence, std::size_t index,
               PyObject* columns) {
  PyObject* const made = PyType_GenericAlloc(type, 0);
  if (made == nullptr) throw nb::python_error();
  if (PyObject_GC_IsTracked(made)) PyObject_GC_UnTrack(made);
  nb::object owner = nb::steal(made);
  const std::size_t at = treebank->word_begin[sentence] + index;
  const auto string = [&](Text column) { return (*treebank.strings)[(*treebank)[column][at]].ptr(); };
  auto& word = *reinterpret_cast<WordObject*>(made);
  word.columns = nb::borrow(columns).release().ptr();
  word.form = string(Text::form);
  word.lemma = string(Text::lemma);
  word.tag = string(Text::tag);
  word.label = string(Text::label);
  word.number = static_cast<Py_ssize_t>(index) + 1;
  word.head = treebank->heads[at];
  word.treebank = &treebank;
  word.sentence = sentence;
  return owner.release().ptr();
}

PyObject* head_of(PyObject* self, void*) {
  const auto& word = *reinterpret_cast<WordObject*>(self);
  if (word.head <= 0 || word.treebank == nullptr) return nb::none().release().ptr();
  try {
    return make(Py_TYPE(self), *word.treebank, word.sentence, static_cast<std::size_t>(word.head) - 1, word.columns);
  } catch (nb::python_error& error) {
    error.restore();
    return nullptr;
  }
}

PyObject* word_base() {
  static PyMemberDef members[] = {
      {"_columns", T_OBJECT_EX, offsetof(WordObject, columns), READONLY, nullptr},
      {"form", T_OBJECT_EX, offsetof(WordObject, form), READONLY, "The form."},
      {"lemma", T_OBJECT_EX, offsetof(WordObject, lemma), READONLY, "The lemma."},
      {"tag", T_OBJECT_EX, offsetof(WordObject, tag), READONLY, "The part-of-speech tag."},
      {"label", T_OBJECT_EX, offsetof(WordObject, label), READONLY, "The label of the arc from the head."},
      {"number", T_PYSSIZET, offsetof(WordObject, number), READONLY, "The number in the sentence, from 1."},
      {"_head", T_INT, offsetof(WordObject, head), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr}};
  static PyGetSetDef properties[] = {{"head", &head_of, nullptr, "The head; None for a root.", nullptr},
                                     {nullptr, nullptr, nullptr, nullptr, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_members, members},
                                {Py_tp_getset, properties},
                                {Py_tp_dealloc, reinterpret_cast<void*>(&deallocate)},
                                {0, nullptr}};
  static PyType_Spec spec = {"dodona._core._WordBase", sizeof(WordObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                             slots};
  return PyType_FromSpec(&spec);
}

// Makes the words of a sentence from one index up to another.
nb::list words_of(const PyTreebank& self, std::size_t sentence, std::size_t from, std::size_t to, nb::handle kind,
                  nb::handle columns, PyTypeObject* base) {
  auto* const type = reinterpret_cast<PyTypeObject*>(kind.ptr());
  if (!PyType_Check(kind.ptr()) || !PyType_IsSubtype(type, base)) throw nb::type_error("not a class of words");
  if (sentence >= self->sentences() || from > to || to > self->length(sentence)) throw nb::index_error("no such words");
  nb::list words = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(to - from)));
  for (std::size_t i = from; i < to; ++i)
    PyList_SetItem(words.ptr(), static_cast<Py_ssize_t>(i - from), make(type, self, sentence, i, columns.ptr()));
  return words;
}

}  // namespace

void bind_words(nb::module_& module) {
  const nb::object base = nb::steal(word_base());
  if (!base.is_valid()) throw nb::python_error();
  module.attr("_WordBase") = base;
  auto* const type = reinterpret_cast<PyTypeObject*>(base.ptr());  // the module keeps it
  module.def(
      "_words",
      [type](const PyTreebank& treebank, std::size_t sentence, std::size_t start, std::size_t end, nb::handle kind,
             nb::handle columns) { return words_of(treebank, sentence, start, end, kind, columns, type); },
      "treebank"_a, "sentence"_a, "start"_a, "end"_a, "kind"_a, "columns"_a,
      "Words of a sentence, of a class with the base _WordBase; they share `columns`.");
}

}  // namespace dodona::python
