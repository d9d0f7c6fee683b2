// Features as a task gives them - strings, numbers, arrays, namespaces of them - and the hashed ones that learners
// take.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "features/combinations.h"
#include "python/arrays.h"
#include "python/treebank.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

/// More than this is a mistake, and would fill the memory.
constexpr std::size_t kMostFeatures = 10'000'000;

std::string_view text_of(PyObject* string) {
  Py_ssize_t length = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(string, &length);
  if (text == nullptr) {
    PyErr_Clear();
    throw nb::value_error("a string is not Unicode (it has half of a surrogate pair)");
  }
  return {text, static_cast<std::size_t>(length)};
}

std::string quoted(std::string_view text) { return "'" + std::string(text.substr(0, 40)) + "'"; }

// The type of a thing, with its article.
std::string kind_of(nb::handle thing) {
  const auto name =
      nb::cast<std::string>(nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(thing.ptr()))).attr("__name__"));
  return (std::string_view("aeiouAEIOU").find(name[0]) == std::string_view::npos ? "a " : "an ") + name;
}

/// A namespace that is named in a combination.
struct Named {
  std::string name;
  std::uint64_t hash;
};

/// What all predictions of a task share.
struct Declared {
  nb::object array;  // the class of NumPy's arrays
  std::vector<Combination> combinations;
  std::vector<Named> named;
  std::unique_ptr<std::atomic<bool>[]> seen;  // of each named one: whether a prediction had it
};

/// Hashes the features of one prediction. They may run code in Python, and so other predictions, meanwhile.
class Hashing {
 public:
  explicit Hashing(const Declared& declared) : declared_(declared), ranges_(declared.named.size()) {}

  nb::tuple hash(nb::handle given, nb::handle condition) {
    if (PyDict_Check(given.ptr())) {
      for (const auto& [name, content] : nb::borrow<nb::dict>(given)) {
        if (!PyUnicode_Check(name.ptr()))
          throw nb::type_error(("namespaces are named by strings, not by " + kind_of(name)).c_str());
        begin_namespace(text_of(name.ptr()));
        add(content);
        end_namespace();
      }
    } else if (!given.is_none()) {
      begin_namespace("");
      add(given);
      end_namespace();
    }
    if (!condition.is_none()) {
      begin_namespace("condition");
      std::uint64_t place = 0;
      for (const nb::handle action : nb::borrow<nb::list>(condition))
        push(joined(hash_of_action(action), place++), 1.0);
      end_namespace();
    }
    combine();
    std::vector<std::uint64_t> hashes(features_.size());
    std::vector<float> values(features_.size());
    for (std::size_t i = 0; i < features_.size(); ++i) {
      hashes[i] = features_[i].hash;
      values[i] = features_[i].value;
    }
    return nb::make_tuple(array_of(std::move(hashes)), array_of(std::move(values)));
  }

 private:
  void begin_namespace(std::string_view name) {
    name_ = name;
    namespace_ = hash_of(name, 0);
    begin_ = features_.size();
  }

  void end_namespace() {
    for (std::size_t place = 0; place < declared_.named.size(); ++place) {
      if (declared_.named[place].hash != namespace_) continue;
      // "condition" may be both a namespace of the task and what it conditions on: then they follow each other.
      ranges_[place] = {ranges_[place].size() ? ranges_[place].begin : begin_, features_.size()};
      declared_.seen[place].store(true, std::memory_order_relaxed);
    }
  }

  void push(std::uint64_t hash, double value) {
    if (!std::isfinite(value))
      throw nb::value_error(
          ("namespace " + quoted(name_) + " has a feature whose value is not a finite number").c_str());
    if (value != 0.0) features_.push_back({hash, static_cast<float>(value)});
    if (features_.size() > kMostFeatures) throw nb::value_error("there are more than 10,000,000 of them");
  }

  std::uint64_t hash_of_action(nb::handle action) const {
    if (PyUnicode_Check(action.ptr())) return hash_of(text_of(action.ptr()), namespace_);
    if (action.is_none()) return joined(namespace_, 1);
    const nb::object number = nb::steal(PyNumber_Index(action.ptr()));  // numpy's numbers are no ints
    if (!number.is_valid()) throw nb::python_error();
    const std::uint64_t bits = PyLong_AsUnsignedLongLongMask(number.ptr());
    return joined(joined(namespace_, 2), bits);
  }

  /// What a namespace holds.
  void add(nb::handle content) {
    PyObject* const it = content.ptr();
    if (PyUnicode_Check(it)) {
      push(hash_of(text_of(it), namespace_), 1.0);
    } else if (PyList_Check(it) || PyTuple_Check(it) || PyAnySet_Check(it)) {
      add_several(content);
    } else if (PyDict_Check(it)) {
      for (const auto& [name, value] : nb::borrow<nb::dict>(content)) add_named(name, value);
    } else if (is_array(content)) {
      add_array(content);
    } else if (!content.is_none()) {
      push(scrambled(namespace_), number(content));
    }
  }

  /// Strings, and numbers by their places; pairs of a name and a value.
  void add_several(nb::handle content) {
    const std::size_t first = features_.size();
    std::uint64_t place = 0;
    for (const nb::handle item : nb::borrow<nb::iterable>(content)) {
      if (PyUnicode_Check(item.ptr())) {
        push(hash_of(text_of(item.ptr()), namespace_), 1.0);
      } else if (PyTuple_Check(item.ptr()) && PyTuple_Size(item.ptr()) == 2) {
        add_named(item[0], item[1]);
      } else if (is_array(item)) {
        throw nb::type_error(
            ("namespace " + quoted(name_) + " has an array in a list: give it a namespace of its own").c_str());
      } else if (!item.is_none()) {
        if (PyAnySet_Check(content.ptr()))
          throw nb::type_error("a set has strings or pairs, since numbers would need an order");
        push(joined(namespace_, place), number(item));
      }
      ++place;
    }
    // The order of a set differs from process to process, and sums of floats with it.
    if (PyAnySet_Check(content.ptr()))
      std::sort(features_.begin() + static_cast<std::ptrdiff_t>(first), features_.end(),
                [](const HashedFeature& a, const HashedFeature& b) {
                  return std::pair(a.hash, a.value) < std::pair(b.hash, b.value);
                });
  }

  void add_named(nb::handle name, nb::handle value) {
    if (!PyUnicode_Check(name.ptr()))
      throw nb::type_error(("namespace " + quoted(name_) + ": names are strings, not " + kind_of(name)).c_str());
    const std::uint64_t named = hash_of(text_of(name.ptr()), namespace_);
    if (PyUnicode_Check(value.ptr())) {
      push(hash_of(text_of(value.ptr()), named), 1.0);
    } else if (!value.is_none()) {
      push(named, number(value));
    }
  }

  void add_array(nb::handle array) {
    nb::object flat = array.attr("ravel")();
    const std::string kind = nb::cast<std::string>(flat.attr("dtype").attr("kind"));
    if (kind == "U" || kind == "O") return add_several(flat.attr("tolist")());
    if (kind != "b" && kind != "i" && kind != "u" && kind != "f")
      throw nb::type_error(("namespace " + quoted(name_) + " is an array of neither numbers nor strings").c_str());
    flat = flat.attr("astype")("float64");
    const auto values = nb::cast<nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(flat);
    for (std::size_t i = 0; i < values.shape(0); ++i) push(joined(namespace_, i), values.data()[i]);
  }

  // Not by asking for its buffer: numbers of numpy and bytes have one as well.
  bool is_array(nb::handle content) const {
    return Py_TYPE(content.ptr()) == reinterpret_cast<PyTypeObject*>(declared_.array.ptr());
  }

  double number(nb::handle content) const {
    const double value = PyFloat_AsDouble(content.ptr());
    if (value == -1.0 && PyErr_Occurred()) {
      PyErr_Clear();
      throw nb::type_error(("namespace " + quoted(name_) + " has " + kind_of(content) +
                            "; features are strings, numbers, arrays, or lists and dictionaries of strings and numbers")
                               .c_str());
    }
    return value;
  }

  void combine() {
    std::size_t count = features_.size();
    for (const auto& combination : declared_.combinations) {
      const std::size_t more = count_of(combination, ranges_);
      if (more > kMostFeatures || (count += more) > kMostFeatures)
        throw nb::value_error("there would be more than 10,000,000 of them after combining namespaces");
    }
    features_.reserve(count);
    for (const auto& combination : declared_.combinations) add_combination(combination, ranges_, features_);
    // Products may be too large for a float, or too small.
    for (auto& feature : features_)
      if (!std::isfinite(feature.value)) throw nb::value_error("a product of values is too large");
  }

  const Declared& declared_;
  std::vector<Range> ranges_;
  std::vector<HashedFeature> features_;
  std::string_view name_;
  std::uint64_t namespace_ = 0;
  std::size_t begin_ = 0;
};

class FeatureHasher {
 public:
  explicit FeatureHasher(const std::vector<std::vector<std::string>>& combinations) {
    declared_.array = nb::module_::import_("numpy").attr("ndarray");
    for (const auto& names : combinations) {
      if (names.size() != 2 && names.size() != 3) throw nb::value_error("a combination is of two or three namespaces");
      Combination places;
      for (const auto& name : names) places.push_back(place_of(name));
      declared_.combinations.push_back(std::move(places));
    }
    declared_.seen = std::make_unique<std::atomic<bool>[]>(declared_.named.size());
  }

  nb::tuple hash(nb::handle features, nb::handle condition) const {
    return Hashing(declared_).hash(features, condition);
  }

  /// Namespaces of combinations that no prediction has had so far.
  std::vector<std::string> unseen() const {
    std::vector<std::string> names;
    for (std::size_t place = 0; place < declared_.named.size(); ++place)
      if (!declared_.seen[place].load(std::memory_order_relaxed)) names.push_back(declared_.named[place].name);
    return names;
  }

 private:
  std::size_t place_of(const std::string& name) {
    std::vector<Named>& named = declared_.named;
    for (std::size_t place = 0; place < named.size(); ++place)
      if (named[place].name == name) return place;
    named.push_back({name, hash_of(name, 0)});
    return named.size() - 1;
  }

  Declared declared_;
};

}  // namespace

void bind_feature_hasher(nb::module_& module) {
  nb::class_<FeatureHasher>(module, "FeatureHasher",
                            "Hashes the features of predictions, and combines their namespaces.")
      .def(nb::init<const std::vector<std::vector<std::string>>&>(), "combinations"_a)
      .def("__call__", &FeatureHasher::hash, "features"_a.none(), "condition"_a.none(),
           nb::sig("def __call__(self, features: object | None, condition: list[typing.Any] | None) -> "
                   "tuple[numpy.typing.NDArray[numpy.uint64], numpy.typing.NDArray[numpy.float32]]"),
           "Hashes and values; those of combinations come last.")
      .def("unseen", &FeatureHasher::unseen, "Namespaces of combinations that no prediction has had.");
}

}  // namespace dodona::python
